"""What answers the questions of a command: sentences of the sources, a small local model, or a provider's model."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from fundamento.adapters.extractive import ExtractiveModel
from fundamento.adapters.selection import as_model
from fundamento.errors import ConfigurationError, FundamentoError, MissingExtraError
from fundamento.models import Model

EXTRACTIVE: Final = "extractive"
LOCAL: Final = "local"
_LOCAL_TOKENS: Final = 256  # it loops sooner or later; a second or two more of it tell nothing


@contextmanager
def open_generator(name: str) -> Iterator[Model]:
    """Return the model of that name for the length of a block: `extractive`, `local`, or `provider/model`.

    `local` serves SmolLM2 (135 M parameters) on loopback; `provider/model` is what instructor makes of it. Raises
    `MissingExtraError` and `ConfigurationError`.
    """
    if name == EXTRACTIVE:
        yield ExtractiveModel()
    elif name == LOCAL:
        from fundamento.adapters.local import LocalServer  # noqa: PLC0415 - its libraries are of an extra

        with LocalServer() as server:
            yield server.model({"max_tokens": _LOCAL_TOKENS})
    else:
        yield as_model(_client(name))


@contextmanager
def open_judge(name: str | None) -> Iterator[object]:
    """Return the judge of that name for the length of a block: the folder of an ONNX model, `local`, `provider/model`.

    None: there is none. Raises `MissingExtraError` and `ConfigurationError`.
    """
    if name is None:
        yield None
    elif Path(name).is_dir():
        from fundamento.judges.nli import NliJudge  # noqa: PLC0415 - its libraries are of an extra

        yield NliJudge(name)
    elif name == EXTRACTIVE or (name != LOCAL and not all(name.partition("/"))):
        raise ConfigurationError(
            f"There is no judge {name!r}.",
            hint="Give the folder of an ONNX model, or provider/model as instructor writes it.",
        )
    else:
        from fundamento.judges.llm import LlmJudge  # noqa: PLC0415 - for those who have one

        with open_generator(name) as model:
            yield LlmJudge(model)


def describe(name: str) -> str:
    """Say in a line what kind of generator a name stands for."""
    if name == EXTRACTIVE:
        return (
            "extractive: no language model; it answers with the sentences that match best "
            "and abstains below a threshold"
        )
    if name == LOCAL:
        return "local: SmolLM2, 135 M parameters, served on loopback; it shows the plumbing and says nothing of quality"
    return f"{name}, through instructor"


def _client(name: str) -> Any:  # noqa: ANN401 - vendor's
    provider, _, model = name.partition("/")
    if not (provider and model):
        raise ConfigurationError(
            f"There is no generator {name!r}.",
            hint=f"Give {EXTRACTIVE}, {LOCAL}, or provider/model as instructor writes it, such as openai/gpt-5-mini.",
        )
    try:
        import instructor  # noqa: PLC0415 - of an extra
    except ModuleNotFoundError as error:
        if error.name != "instructor":
            raise
        raise MissingExtraError("instructor", extra="instructor", purpose=f"The model {name}") from None
    try:
        # A program of ours decides what is logged: instructor would write the failure out, traceback and all.
        logging.getLogger("instructor").setLevel(logging.CRITICAL + 1)
        return instructor.from_provider(name)
    except FundamentoError:
        raise
    except Exception as error:  # noqa: BLE001 - each provider's library fails in its own way
        raise ConfigurationError(
            f"instructor could not set up {name} ({type(error).__name__}).",
            hint=f"Is {provider} a provider that it knows, with its library installed and its key in the environment?",
        ) from None
