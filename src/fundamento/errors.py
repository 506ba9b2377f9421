"""The errors that fundamento raises.

A failed check is a value (a `Finding`); an error is a promise that could not be kept::

    FundamentoError                 every error of this library; has `hint` and `retryable`
    ├── ConfigurationError          something set by the user cannot work as it stands
    │   ├── PolicyError             a policy bundle that cannot be read or makes no sense
    │   ├── PromptError             a prompt that does not exist or lacks a placeholder
    │   └── MissingExtraError       an optional library that is not installed
    ├── InputError                  what was handed to a call is not what the call takes
    │   └── IngestError             a document that cannot be taken in
    ├── StoreError                  a fragment store that cannot be reached or answers nonsense
    └── ModelError                  the call to the model failed; there is no output to check

No message holds a person's text: a message may reach a log.
"""

from collections.abc import Sequence
from functools import partial


class FundamentoError(Exception):
    """Base of every error of this library.

    `hint` says what to do about it. `retryable` says whether the same call may succeed later, unchanged.
    """

    def __init__(self, message: str, *, hint: str = "", retryable: bool = False) -> None:
        super().__init__(f"{message} {hint}".rstrip())
        self.hint = hint
        self.retryable = retryable


class ConfigurationError(FundamentoError):
    """Something that the user set cannot work as it stands."""


class PolicyError(ConfigurationError):
    """A policy bundle that cannot be read, or that makes no sense; `problems` are what the message says, one by one."""

    def __init__(self, message: str, *, hint: str = "", problems: Sequence[str] = ()) -> None:
        super().__init__(message, hint=hint)
        self.problems = tuple(problems) or (str(self),)


class PromptError(ConfigurationError):
    """A prompt that does not exist, or that lacks a placeholder."""


class MissingExtraError(ConfigurationError, ImportError):
    """An optional library that is not installed; the message names the extra that brings it."""

    def __init__(self, library: str, *, extra: str, purpose: str) -> None:
        super().__init__(
            f"{purpose} needs {library}, which is not installed.",
            hint=f'Install it with: pip install "fundamento[{extra}]"',
        )
        self.library = library
        self.extra = extra
        self._purpose = purpose

    def __reduce__(self) -> tuple[object, ...]:
        # An error that cannot cross to another process takes down what waits for it there.
        return partial(MissingExtraError, self.library, extra=self.extra, purpose=self._purpose), ()


class InputError(FundamentoError, ValueError):
    """What was handed to a call is not what the call takes."""


class IngestError(InputError):
    """A document that cannot be taken in."""


class StoreError(FundamentoError):
    """A fragment store that cannot be reached, or that answers nonsense."""

    def __init__(self, message: str, *, hint: str = "", retryable: bool = True) -> None:
        super().__init__(message, hint=hint, retryable=retryable)


class ModelError(FundamentoError):
    """The call to the model failed, so there is no output to check.

    `provider_error` is the provider's own exception: it may quote the request, so it is kept out of the message
    and of the traceback. `status` is its HTTP status, where it had one.
    """

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        retryable: bool = False,
        status: int | None = None,
        provider_error: BaseException | None = None,
    ) -> None:
        super().__init__(message, hint=hint, retryable=retryable)
        self.status = status
        self.provider_error = provider_error
        self._message = message

    def __reduce__(self) -> tuple[object, ...]:
        # The provider's own error seldom crosses to another process, and may quote the request.
        rebuild = partial(ModelError, hint=self.hint, retryable=self.retryable, status=self.status)
        return rebuild, (self._message,)
