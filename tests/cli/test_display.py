"""What goes to a terminal is legible and cannot drive it."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from cli.conftest import output_of
from fundamento import CheckId, Fragment, Grounder, Mode
from fundamento.cli.display import Screen, legible, show_result


def shown(text: str, quote: str, *, width: int = 80, claim: str = "Diez.") -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False, emoji=False)
    result = Grounder(sinks=()).check(output_of(quote, "S1", claim), [Fragment("S1", text)], question="¿Cuántos?")
    show_result(Screen(console, dict.fromkeys(CheckId, Mode.WARN)), result)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@given(st.text())
def test_legible_text_keeps_its_length(text: str) -> None:
    assert len(legible(text)) == len(text)


@pytest.mark.parametrize("mark", ["\x1b", "\x07", "\x9b", "\u202e", "\u2066", "\x00", "\x7f"])
def test_nothing_that_a_terminal_obeys_comes_through(mark: str) -> None:
    told = shown(f"hasta {mark} 10 proyectos", "10 proyectos", claim=f"Diez{mark}.")
    assert mark not in told
    assert "Diez�" in told


def test_markup_and_emoji_codes_are_text() -> None:
    assert "[red]10[/red] :smile: [1]." in shown("[red]10[/red]", "10", claim="[red]10[/red] :smile:.")


def test_a_quote_stands_out_where_it_is() -> None:
    assert "hasta «10 proyectos» activos" in shown("hasta 10 proyectos activos", "10 proyectos")


def test_a_long_fragment_is_shown_round_its_quote() -> None:
    told = shown("antes " * 200 + "hasta 10 proyectos " + "luego " * 200, "10 proyectos", width=1000)
    line = next(line for line in told.splitlines() if "«" in line)
    assert line.strip().startswith("…antes")
    assert line.strip().endswith("luego…")
    assert 200 < len(line) < 320


def test_both_pieces_of_a_quote_stand_out() -> None:
    assert "«hasta 10» proyectos «activos»" in shown("hasta 10 proyectos activos", "hasta 10 … activos")


def test_a_block_says_that_it_is_one() -> None:
    console = Console(file=io.StringIO(), width=80)
    block = Fragment("7f3a", "hasta 10 proyectos", "planes.pdf", granularity="block")
    result = Grounder(sinks=()).check(output_of("10 proyectos", "7f3a", "Diez."), [block])
    show_result(Screen(console, dict.fromkeys(CheckId, Mode.WARN)), result)
    assert isinstance(console.file, io.StringIO)
    assert "[1] planes.pdf 6-18 (granularity: block)" in console.file.getvalue()


@pytest.mark.parametrize("width", [10, 20, 80])
def test_lines_keep_to_the_width(width: int) -> None:
    told = shown("palabra " * 40 + "hasta 10 proyectos", "10 proyectos", width=width)
    assert max(map(len, told.splitlines())) <= width
