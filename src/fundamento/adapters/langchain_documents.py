"""LangChain documents as fragments and back, and what a chain hands over as a request."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import Any, Final

from langchain_core.documents import Document
from langchain_core.messages import BaseMessage, convert_to_messages, convert_to_openai_messages

from fundamento.errors import InputError
from fundamento.fragments import SPAN, Fragment, Reader
from fundamento.models import Message
from fundamento.stores.metadata import read_fragment, write_metadata

_KEYS: Final = ("question", "documents", "reader", "history", "scope", "as_of")
_START: Final = "start_index"  # what LangChain's splitters write with add_start_index=True


@dataclass(frozen=True, slots=True)
class DocumentFragment(Fragment):
    """A fragment that came as a LangChain document, which it keeps."""

    origin: Document | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ChainRequest:
    """What a chain hands over, read."""

    question: str
    fragments: tuple[Fragment, ...]
    reader: Reader | None
    history: Sequence[Message]
    scope: Mapping[str, str] | None
    as_of: date | None


def to_fragment(document: Document) -> Fragment:
    """Return a document as a fragment; `to_document` gives the same document back.

    What this library wrote is read whole. Of anything else the ID, the text, the document that a common key names and
    the offset `start_index` are taken over: with both of the last two, it is a span of its document. A document without
    an ID gets one from its content, the same each time.
    """
    name = document.id or _digest(document)
    fragment = read_fragment(name, document.page_content, document.metadata)
    start = _start(document)
    if start is not None and fragment.start is None and fragment.document is not None:
        fragment = replace(fragment, start=start, end=start + len(fragment.text), granularity=SPAN)
    if to_document(fragment) == document:
        return fragment
    values = {each.name: getattr(fragment, each.name) for each in fields(Fragment)}
    return DocumentFragment(**values, origin=document.model_copy(deep=True))


def to_document(fragment: Fragment) -> Document:
    """Return a fragment as a document: the one that it came as, or one that `to_fragment` reads as this fragment."""
    if isinstance(fragment, DocumentFragment) and fragment.origin is not None:
        return fragment.origin.model_copy(deep=True)
    metadata = {key: value for key, value in write_metadata(fragment).items() if value is not None}
    return Document(id=fragment.id, page_content=fragment.text, metadata=metadata)


def read_request(given: object) -> ChainRequest:
    """Read what a chain hands over. Raises `InputError` that names the key which is missing or odd."""
    if not isinstance(given, Mapping):
        raise InputError(
            f"The chain hands over a {type(given).__name__}.",
            hint='It takes {"question": ..., "documents": ...}, from {"question": RunnablePassthrough(), '
            '"documents": retriever} say.',
        )
    missing = [key for key in _KEYS[:2] if key not in given]
    odd = [str(key) for key in given if key not in _KEYS]
    if missing or odd:
        said = [f"without {', '.join(missing)}"] if missing else []
        said += [f"with {len(odd)} unknown"] if odd else []
        raise InputError(
            f"The chain hands over a mapping {' and '.join(said)}.",
            hint=f"It takes the keys {', '.join(_KEYS)}, and the first two must be there.",
        )
    return ChainRequest(
        question=_question(given["question"]),
        fragments=tuple(read_documents(given["documents"])),
        reader=given.get("reader"),
        history=_history(given.get("history")),
        scope=given.get("scope"),
        as_of=given.get("as_of"),
    )


def read_documents(given: object) -> Iterable[Fragment]:
    """Return documents and fragments as fragments, in order. Raises `InputError` that says which is neither."""
    if isinstance(given, (str, Mapping, Document, Fragment)) or not isinstance(given, Iterable):
        raise InputError(
            f'"documents" is a {type(given).__name__}.', hint="Give a list of Documents or Fragments, as retrievers do."
        )
    for place, each in enumerate(given):
        if not isinstance(each, (Document, Fragment)):
            raise InputError(
                f"documents[{place}] is a {type(each).__name__}.",
                hint="Give Documents or Fragments; of pairs with a score, the first of each pair.",
            )
        yield to_fragment(each) if isinstance(each, Document) else each


def _question(given: object) -> str:
    text = given.text if isinstance(given, BaseMessage) else given
    if not isinstance(text, str):
        raise InputError(f'"question" is a {type(given).__name__}.', hint="Give a string or a message.")
    return str(text)


def _history(given: object) -> Sequence[Message]:
    if given is None:
        return ()
    if isinstance(given, (str, Mapping)) or not isinstance(given, Iterable):
        raise InputError(f'"history" is a {type(given).__name__}.', hint="Give a list of messages.")
    try:
        messages = convert_to_messages(list(given))
    except (ValueError, NotImplementedError, TypeError) as error:
        odd = type(error).__name__
    else:
        return openai_messages(messages)
    raise InputError(f'"history" has something that is no message ({odd}).', hint="Give messages, as chat models do.")


def openai_messages(messages: Sequence[BaseMessage]) -> list[Message]:
    """Return messages as mappings with `role` and `content`."""
    converted: Any = convert_to_openai_messages(messages)
    return list(converted)


def _start(document: Document) -> int | None:
    start = document.metadata.get(_START)
    return start if isinstance(start, int) and not isinstance(start, bool) and start >= 0 else None


def _digest(document: Document) -> str:
    parts = (document.metadata.get("source"), document.metadata.get(_START), document.page_content)
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
