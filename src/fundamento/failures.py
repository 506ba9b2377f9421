"""What a failure is called in events and logs: by its class, and never in its words."""

import sys
from typing import Final

OTHER: Final = "other"
_LONGEST: Final = 64  # code points


def name_failure(error: BaseException) -> str:
    """Return the name of an error's class where it is code's own: a plain name that a loaded module has for it.

    A class that is made while a program runs may bear a person's text in its name: it is called `other`.
    """
    kind = type(error)
    name = kind.__name__
    module = sys.modules.get(kind.__module__)
    known = module is not None and vars(module).get(name) is kind
    return name if known and name.isidentifier() and len(name) <= _LONGEST else OTHER
