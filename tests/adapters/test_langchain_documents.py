"""Documents and fragments convert both ways, and what a chain hands over is read or refused."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, HumanMessage

from fundamento import Fragment, Reader
from fundamento.adapters.langchain_documents import DocumentFragment, read_request, to_document, to_fragment
from fundamento.errors import InputError
from fundamento.spans import Span

PRIVATE = "privado-7c1f"
words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
days = st.dates(date(1990, 1, 1), date(2090, 1, 1)) | st.none()
fragments = st.builds(
    Fragment,
    id=words.filter(str.strip),
    text=words,
    document=words | st.none(),
    version=words | st.none(),
    start=st.integers(0, 999) | st.none(),
    end=st.integers(0, 999) | st.none(),
    readers=st.frozensets(words) | st.none(),
    effective_from=days,
    effective_until=days,
    superseded_by=words | st.none(),
    section=st.lists(words, max_size=3).map(tuple),
    page=st.integers(1, 99) | st.none(),
    source=st.builds(lambda start, length: Span(start, start + length), st.integers(0, 99), st.integers(1, 99))
    | st.none(),
    previous=words | st.none(),
    following=words | st.none(),
    granularity=st.sampled_from(["span", "block"]),
)
values = st.none() | st.integers() | words | st.lists(words, max_size=2)
documents = st.builds(
    Document,
    id=words.filter(str.strip) | st.none(),
    page_content=st.text(st.characters(exclude_categories=["Cs"])),
    metadata=st.dictionaries(st.sampled_from(["source", "start_index", "readers", "version", "x", "page"]), values),
)


@given(fragments)
def test_a_fragment_comes_back_whole(fragment: Fragment) -> None:
    assert to_fragment(to_document(fragment)) == fragment


@given(documents)
def test_a_document_comes_back_whole(document: Document) -> None:
    before = document.model_copy(deep=True)
    fragment = to_fragment(document)
    assert (to_document(fragment), document) == (before, before)
    assert fragment.text == document.page_content
    assert fragment.readers is None


def test_a_document_of_ours_with_more_metadata_keeps_it() -> None:
    document = to_document(Fragment("a", "Texto.", readers=frozenset({"user:u"})))
    document.metadata["score"] = 0.5
    fragment = to_fragment(document)
    assert (fragment.readers, to_document(fragment)) == (frozenset({"user:u"}), document)


@pytest.mark.parametrize(
    ("metadata", "placed"),
    [
        ({"source": "a.md", "start_index": 7}, ("a.md", 7, 13, "span")),
        ({"source": "a.md"}, ("a.md", None, None, "block")),
        ({"start_index": 7}, (None, None, None, "block")),
        ({"source": "a.md", "start_index": -1}, ("a.md", None, None, "block")),
        ({"source": "a.md", "start_index": True}, ("a.md", None, None, "block")),
    ],
)
def test_the_offset_of_a_splitter_is_a_place_in_the_document(metadata: dict[str, Any], placed: tuple[Any, ...]) -> None:
    fragment = to_fragment(Document("Texto.", metadata=metadata))
    assert (fragment.document, fragment.start, fragment.end, fragment.granularity) == placed


def test_a_document_without_an_id_gets_the_same_one_each_time() -> None:
    one, same, other = (Document(text, metadata={"source": "a"}) for text in ("Uno.", "Uno.", "Otro."))
    assert to_fragment(one).id == to_fragment(same).id != to_fragment(other).id
    assert isinstance(to_fragment(one), DocumentFragment)


def test_a_request_is_read() -> None:
    request = read_request(
        {
            "question": HumanMessage("¿Cuánto?"),
            "documents": [Document("Uno.", id="d1"), Fragment("f2", "Dos.")],
            "reader": Reader("u"),
            "history": [{"role": "system", "content": "Sé breve."}, ("human", "Hola"), AIMessage("Buenas")],
            "scope": {"tenant": "acme"},
            "as_of": date(2026, 1, 1),
        }
    )
    assert (request.question, [each.id for each in request.fragments]) == ("¿Cuánto?", ["d1", "f2"])
    assert request.history == [
        {"role": "system", "content": "Sé breve."},
        {"role": "user", "content": "Hola"},
        {"role": "assistant", "content": "Buenas"},
    ]
    assert (request.reader, request.scope, request.as_of) == (Reader("u"), {"tenant": "acme"}, date(2026, 1, 1))


@pytest.mark.parametrize(
    ("handed", "said"),
    [
        (PRIVATE, "hands over a str"),
        ({}, "without question, documents"),
        ({"question": "?"}, "without documents"),
        ({"question": "?", "documents": [], PRIVATE: 1}, "with 1 unknown"),
        ({"question": None, "documents": []}, '"question" is a NoneType'),
        ({"question": "?", "documents": None}, '"documents" is a NoneType'),
        ({"question": "?", "documents": PRIVATE}, '"documents" is a str'),
        ({"question": "?", "documents": Document(PRIVATE)}, '"documents" is a Document'),
        ({"question": "?", "documents": [PRIVATE]}, r"documents\[0\] is a str"),
        ({"question": "?", "documents": [(Document(PRIVATE), 0.5)]}, r"documents\[0\] is a tuple"),
        ({"question": "?", "documents": [], "history": PRIVATE}, '"history" is a str'),
        ({"question": "?", "documents": [], "history": [7]}, '"history" has something that is no message'),
        ({"question": "?", "documents": [], "history": [{"role": PRIVATE, "content": "x"}]}, "no message"),
    ],
)
def test_what_is_odd_is_refused_and_not_repeated(handed: object, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        read_request(handed)
    assert PRIVATE not in str(caught.value)
