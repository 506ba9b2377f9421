"""What a sentence begins with that is no part of what it says: in short, however, en resumen, sin embargo."""

import re
from typing import Final

from fundamento.text.vocabulary import WordPattern

_SPANISH: Final = r"«openers.spanish»"
_ENGLISH: Final = r"«openers.english»"
_OPENERS: Final = WordPattern(rf"\W{{0,4}}(?:(?:{_SPANISH}|{_ENGLISH})[,:] )+", re.IGNORECASE)


def find_start(text: str) -> int:
    """Return where an evened text begins to say something, behind the openers that a comma or a colon sets apart."""
    found = _OPENERS.match(text)
    return found.end() if found else 0
