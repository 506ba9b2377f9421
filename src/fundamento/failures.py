"""What parts of a user's own raise: kept from going further, and called by its class, never in its words."""

import sys
from types import TracebackType
from typing import Final

OTHER: Final = "other"
_LONGEST: Final = 64  # code points
# What ends a greenlet, or the time that its caller gave it.
_GREEN: Final = (("greenlet", "GreenletExit"), ("gevent.timeout", "Timeout"))


class Contained:
    """A block that calls a part: what the part raises is kept, and `failed` says whether there is any.

    Rust's panics and an exit are errors of the part like any other. An interrupt goes on, and so does the end of the
    task or the greenlet that waits for the part. `awaited` says that the block awaits it.
    """

    __slots__ = ("_awaited", "_cancelled", "_error")

    def __init__(self, *, awaited: bool = False) -> None:
        self._awaited: Final = awaited
        self._cancelled = 0
        self._error: BaseException | None = None

    @property
    def failed(self) -> bool:
        """Whether the part raised something."""
        return self._error is not None

    @property
    def error(self) -> BaseException:
        """What the part raised. Raises `LookupError` where that is nothing."""
        if self._error is None:
            raise LookupError("Nothing was raised.")
        return self._error

    def __enter__(self) -> "Contained":
        self._cancelled = count_cancellations()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> bool:
        if error is None or self._is_anothers(error):
            return False
        self._error = error
        return True

    def _is_anothers(self, error: BaseException) -> bool:
        if isinstance(error, Exception):
            return False
        if self._awaited and (isinstance(error, GeneratorExit) or count_cancellations() > self._cancelled):
            return True
        return not is_failure(error)


def is_failure(error: BaseException) -> bool:
    """Say whether what a part raised, while nobody awaited it, is a failure of the part: an interrupt is not."""
    if isinstance(error, Exception):
        return True
    if isinstance(error, BaseExceptionGroup):
        return error.subgroup(KeyboardInterrupt) is None
    return not isinstance(error, KeyboardInterrupt) and not any(
        isinstance(error, getattr(sys.modules.get(module), name, ())) for module, name in _GREEN
    )


def count_cancellations() -> int:
    """Return how often the current task was asked to end."""
    asyncio = sys.modules.get("asyncio")  # where it was never loaded, nothing was cancelled
    if asyncio is None:
        return 0
    try:
        task = asyncio.current_task()
    except RuntimeError:  # no loop runs in this thread
        return 0
    return task.cancelling() if task is not None else 0


def name_failure(error: BaseException) -> str:
    """Return the name of an error's class where it is code's own: a plain name that a loaded module has for it.

    A class that is made while a program runs may bear a person's text in its name: it is called `other`.
    """
    kind = type(error)
    name = kind.__name__
    module = sys.modules.get(kind.__module__)
    known = module is not None and vars(module).get(name) is kind
    return name if known and name.isidentifier() and len(name) <= _LONGEST else OTHER
