"""A decorator over any function that answers from fragments: what it returns is checked, and a `Result` comes back."""

import functools
import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, Protocol, TypeAlias, overload

from fundamento.contract.aliases import Aliases
from fundamento.contract.decoding import decode
from fundamento.contract.outputs import OPENINGS
from fundamento.errors import ConfigurationError, InputError
from fundamento.result import Result

P = ParamSpec("P")
Chosen: TypeAlias = str | Callable[..., object]

# The packages whose objects carry citations, and the format that reads them.
_PACKAGES: Final[Mapping[str, str]] = {
    "anthropic": "anthropic",
    "cohere": "cohere",
    "google": "gemini",
    "langchain_core": "langchain",
    "openai": "openai",
}
_BELOW: Final = (
    "A decorator may give them: write @grounder.guard below it, right above the function, "
    "or say where they are: fragments=lambda question: search(question)."
)
_NO_ALIASES: Final = Aliases.identity(())


class Guard(Protocol):
    """A decorator that turns what a function returns into a `Result`, awaited where the function is."""

    @overload
    def __call__(  # type: ignore[overload-overlap]  # what can be awaited is an object too: the first that fits is meant
        self, function: Callable[P, Awaitable[object]], /
    ) -> Callable[P, Awaitable[Result]]: ...
    @overload
    def __call__(self, function: Callable[P, object], /) -> Callable[P, Result]: ...


@dataclass(frozen=True, slots=True)
class Arguments:
    """Where in a call its fragments, its question and its reader are: a parameter's name, or a function of the call.

    `format` None: what the function returns decides.
    """

    fragments: Chosen = "fragments"
    question: Chosen = "question"
    reader: Chosen = "reader"
    format: str | None = None


Check: TypeAlias = Callable[[object, Sequence[Any], Mapping[str, Any]], Result]
ACheck: TypeAlias = Callable[[object, Sequence[Any], Mapping[str, Any]], Awaitable[Result]]


def guard(function: Any, arguments: Arguments, *, check: Check, acheck: ACheck) -> Any:  # noqa: ANN401 - typed by Guard
    """Return the function with its result checked. Raises `ConfigurationError` where its parameters do not fit."""
    if isinstance(function, (staticmethod, classmethod)):
        return type(function)(guard(function.__func__, arguments, check=check, acheck=acheck))
    if not callable(function) or isinstance(function, type):
        raise ConfigurationError(
            f"guard is over a {type(function).__name__}.", hint="Write @grounder.guard above a function."
        )
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise ConfigurationError(
            f"{_name(function)} is a generator.", hint="Guard a function that returns the whole answer."
        )
    call = _Call(function, arguments)

    async def finish(output: Awaitable[object], given: "_Given") -> Result:
        said = await output
        given.refuse(said, _name(function))
        return await acheck(said, given.fragments or (), given.options(said))

    if inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(getattr(function, "__call__", None)):  # noqa: B004 - an object whose __call__ is a coroutine function

        @functools.wraps(function)
        async def awaited(*positional: Any, **named: Any) -> Result:  # noqa: ANN401 - whatever the function takes
            given = call.read(positional, named)
            return await finish(given.call(), given)

        return awaited

    @functools.wraps(function)
    def called(*positional: Any, **named: Any) -> Any:  # noqa: ANN401 - as above
        given = call.read(positional, named)
        output = given.call()
        if inspect.isawaitable(output):
            return finish(output, given)
        given.refuse(output, _name(function))
        return check(output, given.fragments or (), given.options(output))

    return called


@dataclass(frozen=True, slots=True)
class _Given:
    """One call: what is called and with what, and what its answer is checked against.

    `fragments` None: the call does not have them.
    """

    function: Callable[..., Any]
    positional: tuple[Any, ...]
    named: Mapping[str, Any]
    fragments: Sequence[Any] | None = None
    question: str = ""
    reader: object = None
    format: str | None = None

    def call(self) -> Any:  # noqa: ANN401 - whatever the function gives
        return self.function(*self.positional, **self.named)

    def refuse(self, output: object, name: str) -> None:
        """Raise `ConfigurationError` for what cannot be checked, or was checked before under another policy."""
        if isinstance(output, Result):
            raise ConfigurationError(f"{name} returns a Result already.", hint="Guard a function once.")
        if self.fragments is None:
            raise ConfigurationError(f"A call of {name} does not have its fragments.", hint=_BELOW)

    def options(self, output: object) -> dict[str, Any]:
        form = self.format or detect_format(output)
        return {"format": form, "question": self.question, "reader": self.reader}


class _Call:
    """What a function takes, and how its calls are read."""

    __slots__ = ("_arguments", "_bound", "_function", "_relayed", "_signature", "_target")

    def __init__(self, function: Callable[..., object], arguments: Arguments) -> None:
        self._function = function
        self._arguments = arguments
        self._bound: tuple[tuple[Any, ...], dict[str, Any]] = (), {}
        while isinstance(function, functools.partial):
            positional, named = self._bound
            self._bound = (*function.args, *positional), {**function.keywords, **named}
            function = function.func
        self._target = function
        own = inspect.signature(function, follow_wrapped=False)
        # A decorator that passes everything on takes what the function below it takes, or a part of that.
        self._relayed = hasattr(function, "__wrapped__") and _takes_anything(own)
        self._signature = inspect.signature(function) if self._relayed else own
        needed = [arguments.fragments]
        needed += [
            each for each, usual in ((arguments.question, "question"), (arguments.reader, "reader")) if each != usual
        ]
        for chosen in needed:
            if isinstance(chosen, str) and not self._takes(chosen):
                below = chosen in inspect.signature(function).parameters
                raise ConfigurationError(
                    f"{_name(self._function)} has no parameter {chosen!r}.",
                    hint=_BELOW
                    if below
                    else "Name the one that there is, or give a function of the call: "
                    "@grounder.guard(fragments=lambda question, documents: documents).",
                )

    def read(self, positional: tuple[Any, ...], named: Mapping[str, Any]) -> _Given:
        before, fixed = self._bound
        try:
            bound = self._signature.bind(*before, *positional, **{**fixed, **named})
        except TypeError:
            return _Given(self._function, positional, named)  # the function says itself what it is not called with
        where = self._arguments.fragments
        if self._relayed and isinstance(where, str) and where not in {*bound.arguments, *bound.kwargs}:
            return _Given(
                self._function, positional, named
            )  # a default that the decorator may have put something else for
        bound.apply_defaults()
        fragments = self._find(where, bound)
        if isinstance(fragments, str | Mapping) or not isinstance(fragments, Iterable):
            raise InputError(
                f"The fragments of {_name(self._function)} are a {type(fragments).__name__}.",
                hint="Give a list of fundamento.Fragment, or say where they are with fragments=.",
            )
        taken = tuple(fragments)
        if isinstance(where, str) and not isinstance(fragments, Sequence):
            # What can be gone through only once is for both: for the function and for the checks.
            self._replace(bound, where, taken)
        question = self._find(self._arguments.question, bound)
        return _Given(
            self._target,
            bound.args,
            bound.kwargs,
            taken,
            question if isinstance(question, str) else "",
            self._find(self._arguments.reader, bound),
            self._arguments.format,
        )

    def _takes(self, name: str) -> bool:
        parameters = self._signature.parameters
        return name in parameters or any(each.kind is each.VAR_KEYWORD for each in parameters.values())

    def _find(self, chosen: Chosen, bound: inspect.BoundArguments) -> object:
        if not isinstance(chosen, str):
            return chosen(*bound.args, **bound.kwargs)
        return bound.arguments[chosen] if chosen in bound.arguments else bound.kwargs.get(chosen)

    def _replace(self, bound: inspect.BoundArguments, name: str, value: object) -> None:
        if name in bound.arguments:
            bound.arguments[name] = value
            return
        for parameter in self._signature.parameters.values():
            if parameter.kind is parameter.VAR_KEYWORD:
                bound.arguments[parameter.name] = {**bound.arguments[parameter.name], name: value}


def detect_format(output: object) -> str:
    """Return the format of what a function returned: `json`, `prose`, or that of the provider whose object it is.

    Text is JSON where it can be read as the contract, or begins as JSON does. Anything else is no answer, and is found
    not to be one as `json` is read.
    """
    if isinstance(output, str):
        begins = output.lstrip().startswith(OPENINGS)
        return "json" if begins or decode(output, _NO_ALIASES).answer is not None else "prose"
    for kind in type(output).__mro__:
        form = _PACKAGES.get(kind.__module__.partition(".")[0])
        if form is not None:
            return form
    return "json"


def _takes_anything(signature: inspect.Signature) -> bool:
    kinds = {each.kind for each in signature.parameters.values()}
    return inspect.Parameter.VAR_POSITIONAL in kinds and inspect.Parameter.VAR_KEYWORD in kinds


def _name(function: object) -> str:
    return getattr(function, "__name__", type(function).__name__)
