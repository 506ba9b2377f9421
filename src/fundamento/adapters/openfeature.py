"""Modes from feature flags, through any provider of OpenFeature; it needs the extra `openfeature`."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from fundamento.errors import MissingExtraError
from fundamento.failures import Contained
from fundamento.findings import CheckId, Mode
from fundamento.policy.bundle import Bundle
from fundamento.policy.resolving import BundleModes, Modes, Resolved
from fundamento.policy.scopes import Attributes

if TYPE_CHECKING:
    from openfeature.evaluation_context import EvaluationContext

OPENFEATURE: Final = "openfeature"
FAILED: Final = "openfeature-failed"


class Details(Protocol):
    """What the evaluation of a flag comes to."""

    @property
    def value(self) -> Any: ...  # noqa: ANN401, D102 - a provider may answer anything

    @property
    def reason(self) -> Any: ...  # noqa: ANN401, D102 - as above

    @property
    def error_code(self) -> Any: ...  # noqa: ANN401, D102 - as above


class Client(Protocol):
    """What is needed of an OpenFeature client."""

    def get_string_details(
        self, flag_key: str, default_value: str, evaluation_context: "EvaluationContext | None" = None
    ) -> Details:
        """Evaluate a flag."""
        ...


class OpenFeatureModes:
    """A `ModeResolver` that asks a flag for each check: `Grounder(settings=Settings(modes=OpenFeatureModes()))`.

    The flag of a check is a string flag `<prefix><check>` with the value `off`, `warn` or `enforce`. Where there is no
    such flag, or it is disabled or says nothing (an empty string), the mode is the bundle's. While the provider starts,
    when it fails, and for any other value the mode is the bundle's as well, with the source `openfeature-failed`, and
    is counted as a fallback: a flag system that is down turns off nothing that the bundle enforces. Attributes of the
    request go into the evaluation context; the targeting key is `conversation`, or else `tenant`. A check that is not
    among `checks` is not asked for. Raises `MissingExtraError`.
    """

    def __init__(
        self,
        client: Client | None = None,
        *,
        prefix: str = "fundamento.",
        checks: Iterable[CheckId | str] = tuple(CheckId),
    ) -> None:
        try:
            from openfeature import api  # noqa: PLC0415 - loads on first use
            from openfeature.evaluation_context import EvaluationContext  # noqa: PLC0415 - as above
            from openfeature.exception import ErrorCode  # noqa: PLC0415 - as above
            from openfeature.flag_evaluation import Reason  # noqa: PLC0415 - as above
        except ModuleNotFoundError as error:
            raise MissingExtraError("openfeature-sdk", extra="openfeature", purpose="OpenFeatureModes") from error
        self._client: Final[Client] = api.get_client("fundamento") if client is None else client
        self._flags: Final = {CheckId(check): f"{prefix}{CheckId(check)}" for check in checks}
        self._describe: Final = EvaluationContext
        self._not_there: Final = ErrorCode.FLAG_NOT_FOUND
        self._disabled: Final = Reason.DISABLED
        self._bundle: Final = BundleModes()

    def resolve(self, bundle: Bundle, attributes: Attributes) -> Modes:
        """Return the mode of each check as its flag says, or as the bundle does."""
        modes = self._bundle.resolve(bundle, attributes)
        key = attributes.get("conversation") or attributes.get("tenant")
        context = self._describe(key, dict(attributes))
        return {check: self._ask(flag, context, modes[check]) for check, flag in self._flags.items()}

    def _ask(self, flag: str, context: "EvaluationContext", otherwise: Resolved) -> Resolved:
        failed = replace(otherwise, source=FAILED, fallback=True)
        with Contained() as called:
            details = self._client.get_string_details(flag, "", context)
            value, reason, error = details.value, details.reason, details.error_code
        if called.failed:  # whatever a provider or a hook trips over, enforcement must not end for it
            return failed
        if error is not None:
            return otherwise if error == self._not_there else failed
        if value == "" or reason == self._disabled:
            return otherwise
        if value not in list(Mode):
            return failed
        return Resolved(Mode(value), OPENFEATURE)
