"""Why a request is not served, as a status and one JSON object; never with a person's text in it."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from pydantic import ValidationError

from fundamento.errors import ConfigurationError, FundamentoError, InputError, ModelError, StoreError

Headers: TypeAlias = Mapping[str, str]

RETRY_AFTER: Final = 1  # seconds
_MOST_PROBLEMS: Final = 8
# Words that name no person, so that a message may hold them: what people take for keys, and is said to `serve`.
OPTIONS: Final = frozenset(
    {"lang", "candidate", "policy", "judge", "mode", "model", "quotes", "store", "prompts", "prompt_version"}
    | {"hold_streams", "seconds", "judge_seconds", "store_seconds", "concurrency"}
)
_BRANCHES: Final = ("str", "dict[str,any]")  # steps by which Pydantic tells apart what a value may be
_INTERNAL: Final = "The service failed at something that it did not expect."


class Refusal(Exception):  # noqa: N818 - no error of the library: what HTTP says instead of a result
    """A request that is not served: `status` is HTTP's, `kind` a fixed word for programs."""

    def __init__(
        self,
        status: int,
        kind: str,
        message: str,
        *,
        hint: str = "",
        retryable: bool = False,
        headers: Headers | None = None,
    ) -> None:
        super().__init__(message)
        self.status: Final = status
        self.kind: Final = kind
        self.message: Final = message
        self.hint: Final = hint
        self.retryable: Final = retryable
        self.headers: Final[Headers] = headers or {}

    @classmethod
    def busy(cls) -> "Refusal":
        """All places are taken."""
        headers = {"retry-after": str(RETRY_AFTER)}
        hint = "Wait as long as Retry-After says."
        return cls(503, "busy", "All places are taken.", hint=hint, retryable=True, headers=headers)

    @classmethod
    def too_late(cls, seconds: float) -> "Refusal":
        """The work took too long."""
        return cls(504, "deadline", f"It took longer than {seconds:g} s.", hint="Ask again, or less.", retryable=True)

    @classmethod
    def internal(cls) -> "Refusal":
        """Something broke that nobody foresaw."""
        return cls(500, "internal", _INTERNAL, hint="The log of the service names the kind of error.")

    def body(self) -> dict[str, Any]:
        """Return the object that goes out."""
        return {
            "error": {"type": self.kind, "message": self.message, "hint": self.hint, "retryable": self.retryable},
        }


def refuse(error: FundamentoError) -> Refusal:
    """Return the refusal that an error of the library comes to."""
    message = str(error).removesuffix(error.hint).rstrip()
    match error:
        case InputError():
            status, kind = 422, "invalid-request"
        case ModelError():
            status, kind = 502, "model"
        case StoreError():
            status, kind = 503, "store"
        case ConfigurationError():
            status, kind = 500, "configuration"
        case _:
            status, kind = 500, "internal"
    headers = {"retry-after": str(RETRY_AFTER)} if status == 503 else {}
    return Refusal(status, kind, message, hint=error.hint, retryable=error.retryable, headers=headers)


def refuse_body(error: ValidationError, *, known: frozenset[str]) -> Refusal:
    """Return the refusal of a body that does not fit its model; of keys it names those that are `known`."""
    problems: dict[str, str] = {}
    for item in error.errors(include_url=False, include_input=False, include_context=False):
        if item["type"] == "json_invalid":
            return Refusal(400, "invalid-json", f"The body is not JSON. {_place(item['msg'])}".rstrip())
        # A key that no model has, and the message of a rule of somebody else, may hold a person's text.
        named = known | OPTIONS if item["type"] == "extra_forbidden" else known
        path = [step for step in item["loc"] if step not in _BRANCHES]
        steps = [step if isinstance(step, int) or step in named else "?" for step in path]
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")
        said = _SAID.get(item["type"], item["msg"].removeprefix("Input "))
        if item["type"] == "extra_forbidden" and path[-1] in OPTIONS - known:
            said = f"{said}; it is an option of `fundamento serve`"
        problems.setdefault(place or "body", said)
    shown = [f"{place}: {said}" for place, said in list(problems.items())[:_MOST_PROBLEMS]]
    return Refusal(422, "invalid-request", f"{'; '.join(shown)}.", hint="GET /openapi.json says what a request is.")


_SAID: Final = {
    "missing": "is missing",
    "extra_forbidden": "is not a key of this",
    "model_type": "should be an object",
    "dict_type": "should be an object",
}


def _place(message: str) -> str:
    _, found, place = message.rpartition(" at line ")
    return f"See line {place}." if found else ""
