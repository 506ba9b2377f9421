"""The formats of citations that can be read, by name."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from fundamento.adapters.citations.anthropic import read_anthropic
from fundamento.adapters.citations.cited_text import CitedText
from fundamento.adapters.citations.cohere import read_cohere
from fundamento.adapters.citations.gemini import read_gemini
from fundamento.adapters.citations.langchain import read_langchain
from fundamento.adapters.citations.openai import read_openai
from fundamento.adapters.stops import find_stop
from fundamento.contract.outputs import OPENINGS
from fundamento.errors import InputError
from fundamento.failures import is_failure
from fundamento.models import Stop

CitationFormat: TypeAlias = Literal["anthropic", "cohere", "gemini", "langchain", "openai"]


@dataclass(frozen=True, slots=True)
class Form:
    """One format: what reads it, what it reads, and whether each citation there carries what it cites."""

    read: Callable[[object], CitedText | None]
    shape: str
    quotes: bool = False


FORMATS: Final[Mapping[str, Form]] = {
    "anthropic": Form(read_anthropic, "a message of the Messages API, with 'content'", quotes=True),
    "cohere": Form(read_cohere, "a response of the Chat API, with 'message' or 'text'"),
    "gemini": Form(read_gemini, "a response of generateContent, with 'candidates'"),
    "langchain": Form(read_langchain, "an AIMessage, or its 'content_blocks'"),
    "openai": Form(read_openai, "a response with 'output', a chat completion with 'choices', or a message"),
}


def parse_cited(output: object, format: str) -> CitedText:  # noqa: A002 - named as where users give it
    """Read what a provider sent: its client's object, the mapping, or that as JSON text.

    Raises `InputError` for what is none of the format's shapes. A citation that cannot be placed, or that names
    nothing, is a flaw and no error, as is an answer that was cut off.
    """
    form = FORMATS[format]
    given = _parse(output, form) if isinstance(output, str | bytes | bytearray) else output
    try:
        found = form.read(given)
        stop = find_stop(given)
    except BaseException as error:  # an object of somebody else's may raise at any look at it
        if not is_failure(error):
            raise
        raise InputError(
            f"The output cannot be read as {format} ({type(error).__name__}).", hint=f"Give {form.shape}."
        ) from None
    if found is None:
        raise InputError(
            f"The output is a {type(given).__name__} that is not of the format {format!r}.", hint=f"Give {form.shape}."
        )
    return found if stop is Stop.COMPLETE else replace(found, flaws=(*found.flaws, stop.value))


def read_given(output: object, format: str) -> CitedText:  # noqa: A002 - as above
    """Read what a function of somebody else's gave: what is none of the shapes is a flaw, and nothing is raised.

    Text that is not JSON is an answer without a citation of the provider's.
    """
    if isinstance(output, str) and not output.lstrip().startswith(OPENINGS):
        return CitedText(output)
    try:
        return parse_cited(output, format)
    except InputError as error:
        return CitedText("", flaws=("not-the-schema",), hint=str(error))


def _parse(output: str | bytes | bytearray, form: Form) -> object:
    try:
        value: object = json.loads(output)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict | list):
        raise InputError("The output is a text that holds no JSON object.", hint=f"Give {form.shape}.")
    return value
