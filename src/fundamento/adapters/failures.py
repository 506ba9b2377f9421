"""A provider's failures, told without its words: they may quote the request."""

import re
from collections.abc import Mapping
from typing import Final

from fundamento.adapters.refusals import explain_refusal
from fundamento.adapters.usage import field
from fundamento.errors import ModelError

_CONNECTION_FAILURES: Final = frozenset({"APIConnectionError", "ConnectionError", "TransportError"})
_TIMEOUTS: Final = frozenset({"APITimeoutError", "TimeoutError", "TimeoutException", "Timeout"})
_CODES: Final[Mapping[str, str]] = {
    "insufficient_quota": "The account's quota is used up: raise it at the provider.",
    "context_length_exceeded": "The request is too long for the model: give fewer or shorter fragments.",
}
_STATUSES: Final[Mapping[int, str]] = {
    401: "Check the API key that the client was made with.",
    403: "Check what the API key is allowed to do.",
    404: "Check the model's name and the client's base URL.",
    408: "Try again, or give the client more time.",
    413: "The request is too long: give fewer or shorter fragments.",
    429: "The rate limit is reached: try again later.",
}
_LOOP: Final = re.compile(r"event loop is closed|different (?:event )?loop", re.IGNORECASE)
_CHAIN: Final = 16
_MAY_PASS: Final = frozenset({408, 409, 425, 429})
_NEVER_PASS: Final = frozenset({501, 505})


def model_error(error: BaseException, *, asked: str, dialect: str) -> ModelError:
    """Return the error to raise for a failed call: class, HTTP status and what to do, never the provider's text.

    Raise it outside the `except` block, so that the provider's error is not chained to it.
    """
    cause = find_cause(error)
    status = find_status(cause)
    hint = _hint(cause, status, dialect)
    said = type(cause).__name__ if status is None else f"{type(cause).__name__}, status {status}"
    return ModelError(
        f"The call to the model {asked} failed ({said}).",
        hint=hint,
        retryable=may_pass(cause),
        status=status,
        provider_error=cause,
    )


def find_cause(error: BaseException) -> BaseException:
    """Return the provider's own error inside the wrappers of instructor and tenacity."""
    for _ in range(8):
        wrapped = type(error).__module__.partition(".")[0] in {"instructor", "tenacity"}
        if not wrapped or error.__cause__ is None:
            break
        error = error.__cause__
    return error


def find_status(error: BaseException) -> int | None:
    """Return the HTTP status of a provider's error, where it had one."""
    candidates = (
        field(error, "status_code"),
        field(error, "code"),  # google.genai
        field(error, "http_status"),
        field(field(error, "response"), "status_code"),
    )
    return next((int(code) for code in candidates if isinstance(code, int) and 100 <= code <= 599), None)


def is_content_filter(error: BaseException) -> bool:
    """Say whether a provider's content filter refused the prompt (Azure answers 400 with a code)."""
    return find_status(error) == 400 and field(error, "code") == "content_filter"


def _names(error: BaseException) -> frozenset[str]:
    return frozenset(kind.__name__ for kind in type(error).__mro__)


def _code(error: BaseException) -> str:
    codes = (field(error, "code"), field(error, "type"))
    return next((code for code in codes if isinstance(code, str) and code in _CODES), "")


def may_pass(error: BaseException) -> bool:
    """Say whether the same call may succeed later: a lost connection, a time-out, or a status that passes."""
    status = find_status(error)
    if status is None:
        return bool(_names(error) & (_CONNECTION_FAILURES | _TIMEOUTS)) and not _of_a_dead_loop(error)
    if _code(error):
        return False
    return status in _MAY_PASS or (status >= 500 and status not in _NEVER_PASS)


def _hint(error: BaseException, status: int | None, dialect: str) -> str:
    if code := _code(error):
        return _CODES[code]
    if status is None:
        return _hint_without_status(error)
    if status in {400, 422}:
        return explain_refusal(error, dialect) or (
            f"The provider refused the request. If it is the schema that it does not take (dialect '{dialect}'), "
            "name another one with dialect=, or another instructor mode; else check parameters=."
        )
    return _STATUSES.get(status, "Try again later." if status >= 500 else "See provider_error for what it said.")


def _of_a_dead_loop(error: BaseException) -> bool:
    """Say whether a client failed because the event loop that it was used in before is no more."""
    found: BaseException | None = error
    for _ in range(_CHAIN):
        if found is None:
            break
        if isinstance(found, RuntimeError) and _LOOP.search(str(found)):
            return True
        found = found.__cause__ or found.__context__
    return False


def _hint_without_status(error: BaseException) -> str:
    names = _names(error)
    if _of_a_dead_loop(error):
        return "The client was used in an event loop that is closed: make it anew in the loop that runs."
    if names & _TIMEOUTS:
        return "It took too long: try again, or give it more time."
    if names & _CONNECTION_FAILURES:
        return "Check that the server runs, and the client's base URL."
    if names & {"TypeError", "ValueError", "InstructorError"}:
        return "It failed outside the network: check parameters= and the client's mode; provider_error says more."
    return "See provider_error for what it said."
