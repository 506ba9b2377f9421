"""Makes a model of what a user hands over."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from fundamento.adapters.callables import Answerer, CallableModel
from fundamento.adapters.instructor import InstructorModel
from fundamento.contract.dialects import Dialect
from fundamento.errors import ConfigurationError
from fundamento.models import Model

if TYPE_CHECKING:
    from instructor import Instructor
    from langchain_core.language_models import BaseChatModel

# The top-level packages of raw clients and what makes an instructor client of one; the longest prefix comes first.
_RAW_CLIENTS: Final[Mapping[str, str]] = {
    "openai": 'instructor.from_openai(client, model="...")',
    "anthropic": 'instructor.from_anthropic(client, model="...")',
    "google.genai": 'instructor.from_genai(client, model="...")',
    "mistralai": 'instructor.from_mistral(client, model="...")',
    "cohere": 'instructor.from_cohere(client, model="...")',
    "groq": 'instructor.from_groq(client, model="...")',
}


def as_model(
    thing: object,
    *,
    model: str | None = None,
    dialect: Dialect | None = None,
    parameters: Mapping[str, object] | None = None,
) -> Model:
    """Return the model that `thing` is or stands for.

    That is a `Model`, an instructor client, a LangChain chat model or a callable. `model`, `dialect` and `parameters`
    go to the `InstructorModel` of a client; a callable takes `model` as its name and `dialect`, a chat model `dialect`;
    a `Model` takes none. Raises `ConfigurationError` for anything else and says what to write instead.
    """
    if _is_instructor(thing):
        return InstructorModel(cast("Instructor", thing), model=model, dialect=dialect, parameters=parameters)
    if isinstance(thing, Model) and not isinstance(thing, type):
        _refuse({"model": model, "dialect": dialect, "parameters": parameters}, "a model that is ready made")
        return thing
    if _is_langchain(thing):
        from fundamento.adapters.langchain_models import LangChainModel  # noqa: PLC0415 - of an extra

        _refuse({"model": model, "parameters": parameters}, "a LangChain chat model")
        return LangChainModel(cast("BaseChatModel", thing), dialect=dialect)
    if (advice := _advice(thing)) is not None:
        raise ConfigurationError(f"{_described(thing)} is not a model that can be asked.", hint=advice)
    _refuse({"parameters": parameters}, "a callable")
    return CallableModel(cast("Answerer", thing), name=model, dialect=dialect)


def _is_instructor(thing: object) -> bool:
    # By name, so that instructor is not imported for users who do without it.
    return any(
        kind.__module__.partition(".")[0] == "instructor" and kind.__name__ == "Instructor"
        for kind in type(thing).__mro__
    )


def _is_langchain(thing: object) -> bool:
    return any(
        kind.__module__ == "langchain_core.language_models.chat_models" and kind.__name__ == "BaseChatModel"
        for kind in type(thing).__mro__
    )


def _advice(thing: object) -> str | None:
    if isinstance(thing, str):
        return 'Name a model through instructor: instructor.from_provider("openai/gpt-5-mini").'
    if isinstance(thing, type):
        return "Give an object of that class, not the class."
    modules = [kind.__module__ for kind in type(thing).__mro__]
    for package, maker in _RAW_CLIENTS.items():
        if any(module == package or module.startswith(f"{package}.") for module in modules):
            return f"It is a raw client; give Grounder({maker})."
    if any(module.startswith("langchain_core.") for module in modules):
        return "Give the chat model itself, without .bind() or .with_structured_output() around it."
    if callable(thing):
        return None
    return "Give an instructor client, a callable (messages, schema) -> str | dict, or an object with ask and aask."


def _described(thing: object) -> str:
    return f"The class {thing.__name__}" if isinstance(thing, type) else f"{type(thing).__name__}"


def _refuse(options: Mapping[str, object], kind: str) -> None:
    given = [f"{name}=" for name, value in options.items() if value is not None]
    if given:
        raise ConfigurationError(
            f"{', '.join(given)} cannot be set for {kind}.", hint="Set it where the model itself is made."
        )
