"""Failures of a vendor's store as errors of ours, without what they quote."""

from collections.abc import Iterator
from contextlib import contextmanager

from fundamento.errors import FundamentoError, StoreError
from fundamento.failures import is_failure


@contextmanager
def translate_faults(store: str, purpose: str) -> Iterator[None]:
    """Raise `StoreError` for anything that fails inside, naming the kind of error only: messages may quote text."""
    try:
        yield
    except FundamentoError:
        raise
    except BaseException as error:  # a database, a network or any embedding may fail in any way
        if not is_failure(error) or isinstance(error, GeneratorExit):
            raise
        raise StoreError(
            f"{store} could not {purpose} ({type(error).__name__}).", retryable=_is_passing(error)
        ) from None


def _is_passing(error: BaseException) -> bool:
    if isinstance(error, (ValueError, TypeError)):
        return False
    code = getattr(error, "code", None)  # Chroma's errors have that of HTTP
    status = code() if callable(code) else 500
    return not isinstance(status, int) or status >= 500 or status == 429
