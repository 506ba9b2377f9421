from collections import UserList
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.errors import InputError
from fundamento.spans import Edit, EditKind, SourceMap, Span, rewrite
from ingest.tracing import expected_span, trace

TEXT = st.text(alphabet="abcé\u0301😀\r\n\x00\u202e\u00a0 ", max_size=60)


@st.composite
def rewritings(draw: st.DrawFn) -> tuple[str, SourceMap, str]:
    """Return a source, up to four steps of random edits over it, and what they give."""
    source = text = draw(TEXT)
    changes = SourceMap()
    for _ in range(draw(st.integers(0, 4))):
        cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=10)))
        pairs = zip(cuts[::2], cuts[1::2], strict=False)
        edits = [
            Edit(EditKind.MARKUP, Span(start, end), text[start:end], draw(st.text("xyz", max_size=4)))
            for start, end in pairs
        ]
        step = rewrite(text, edits)
        text, changes = step.text, changes.then(step.map)
    return source, changes, text


@given(rewritings(), st.data())
def test_any_span_resolves_to_where_its_code_points_came_from(
    rewriting: tuple[str, SourceMap, str], data: st.DataObject
) -> None:
    source, changes, text = rewriting
    signs = trace(source, changes)
    assert text == "".join(one.sign for one in signs) == changes.apply(source)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = changes.resolve(Span(start, end))
    expected = expected_span(signs, Span(start, end))
    if expected is None:
        assert len(found) == 0
        assert 0 <= found.start <= len(source)
    else:
        assert expected == (found.start, found.end)


@given(rewritings())
def test_joining_is_associative_and_the_empty_map_changes_nothing(rewriting: tuple[str, SourceMap, str]) -> None:
    changes = rewriting[1]
    assert changes.then(SourceMap()) == changes == SourceMap().then(changes)
    parts = [SourceMap((step,)) for step in changes.steps]
    left = right = SourceMap()
    for part in parts:
        left = left.then(part)
    for part in reversed(parts):
        right = part.then(right)
    assert left == right == changes


@given(rewritings(), st.data())
def test_what_no_edit_touched_is_found_again_both_ways(
    rewriting: tuple[str, SourceMap, str], data: st.DataObject
) -> None:
    source, changes, text = rewriting
    touched = {position for one in changes.edits() for position in range(one.span.start, one.span.end)}
    untouched = [position for position in range(len(source)) if position not in touched]
    if not untouched:
        return
    position = data.draw(st.sampled_from(untouched))
    found = changes.follow(Span(position, position + 1))
    there = [one for one in trace(source, changes) if (one.start, one.end) == (position, position + 1)]
    assert [one.sign for one in there] == [source[position]]
    assert text[found.start : found.end] == source[position]
    assert changes.resolve(found) == Span(position, position + 1)


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (Span(0, 2), Span(2, 4)),  # tight: the removal before it is no part of it
        (Span(1, 3), Span(3, 6)),  # a code point of a replacement takes all that was replaced
        (Span(2, 3), Span(4, 6)),
        (Span(4, 5), Span(6, 6)),  # put in
        (Span(4, 6), Span(6, 7)),
        (Span(0, 0), Span(2, 2)),
        (Span(6, 6), Span(7, 7)),
    ],
)
def test_positions(span: Span, expected: Span) -> None:
    edits = [
        Edit(EditKind.MARKUP, Span(0, 2), "<>"),
        Edit(EditKind.UNICODE_FORM, Span(4, 6), "cd", "XY"),
        Edit(EditKind.MARKER, Span(6, 6), "", "-"),
    ]
    text, changes = rewrite("<>abcde", edits)
    assert text == "abXY-e"
    assert changes.resolve(span) == expected


def test_edits_are_told_with_their_place_in_the_source() -> None:
    first = rewrite(
        "<b>e\u0301</b>", [Edit(EditKind.MARKUP, Span(0, 3), "<b>"), Edit(EditKind.MARKUP, Span(5, 9), "</b>")]
    )
    second = rewrite(first.text, [Edit(EditKind.UNICODE_FORM, Span(0, 2), "e\u0301", "é")])
    told = [(one.edit.removed, one.edit.inserted, one.span) for one in first.map.then(second.map).edits()]
    assert told == [("<b>", "", Span(0, 3)), ("</b>", "", Span(5, 9)), ("e\u0301", "é", Span(3, 5))]


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(EditKind.MARKUP, Span(0, 2), "ab"), Edit(EditKind.MARKUP, Span(1, 3), "bc")],
        [Edit(EditKind.MARKUP, Span(0, 1), "x")],
        [Edit(EditKind.MARKUP, Span(2, 9), "c")],
    ],
)
def test_edits_that_overlap_or_are_of_another_text_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(InputError, match="overlaps another or is of another text"):
        rewrite("abc", edits)


def test_maps_of_other_texts_are_not_joined() -> None:
    one = rewrite("abc", [Edit(EditKind.MARKUP, Span(0, 1), "a")]).map
    with pytest.raises(InputError, match="3 code points, not of the 2"):
        one.then(one)


@pytest.mark.parametrize("span", [Span(-1, 1), Span(2, 1), Span(0, 3)])
def test_a_span_outside_the_text_is_refused(span: Span) -> None:
    with pytest.raises(InputError, match="no span of the text"):
        rewrite("abc", [Edit(EditKind.MARKUP, Span(0, 1), "a")]).map.resolve(span)


def test_a_look_up_reads_as_many_edits_as_a_binary_search() -> None:
    class Counted(UserList[Edit]):
        reads = 0

        def __getitem__(self, index: Any) -> Any:
            Counted.reads += 1
            return super().__getitem__(index)

    text = "ab" * 50_000
    step = rewrite(text, [Edit(EditKind.MARKUP, Span(at, at + 1), "a") for at in range(0, len(text), 2)]).map.steps[0]
    object.__setattr__(step, "edits", Counted(step.edits))
    SourceMap((step,)).resolve(Span(20_000, 40_000))
    assert Counted.reads <= 20
