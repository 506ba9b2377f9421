"""Texts that are made to take long: runs of each kind of character, and of what opens and never closes."""

import time
from collections.abc import Callable
from math import inf
from typing import Final

SPACES: Final = ("\n", " ", "\t", "\r", "\r\n", "\u00a0", "\u200b", "\u00ad", "\ufeff", "\u202e", " \n")
FIGURES: Final = ("1", "1 ", "1-", "1.", "1,", "1/", "1:", "1 a, ", "1 %", "$1 ", "½", "¹", "1º ", "2024-01-01 ")
LETTERS: Final = (
    *("a", "a ", "A", "A ", "a,", "a, ", "a-", "a.", "a. ", "A. ", "a@", "a'", "a; ", "a: ", "a? ", "a!\n", "a\n\n"),
    *(
        "é",
        "\u0301",
        "日",
        "日。",
        "ﬁ",
        "\ud800",
        "I. ",
        "Ana Ruiz y ",
        "no ",
        "hasta ",
        "treinta y ",
        "salvo ",
        "según ",
    ),
)
SIGNS: Final = (
    *(
        "_",
        "__",
        "*",
        "**",
        "`",
        "```",
        "```\n",
        "~",
        "#",
        "\n# ",
        "|",
        "| ",
        "|-",
        "-",
        "- ",
        "\n- ",
        "\n1. ",
        "—",
        "...",
    ),
    *(
        "[",
        "]",
        "[[",
        "[1",
        "[1]",
        "[1] ",
        "[^1]",
        "(",
        "()",
        "(1)",
        "{",
        "{}",
        '{"a":',
        "<",
        "<a",
        "<a>",
        "<!--",
        "&",
        "&a;",
    ),
    *(
        "<think>",
        "</think>",
        "【",
        "【1】",
        "<|a|>",
        '"',
        '"a" ',
        "'",
        "«",
        "«a»",
        "“a",
        "$",
        "$$",
        "%",
        "!",
        "?",
        "¿",
        ";",
    ),
    *(
        "\\",
        "\\n",
        "\\(",
        "http://",
        "www.a.",
        "a.b/",
        "[a](b) ",
        "![a](b)",
        "\n> ",
        "\n[1]: a",
        "Sources: ",
        "art. 3 ",
    ),
    *("1 h 30 min ", "[a,", "(a,", "F1, ", "Hello!\n", "…", "·", "•", "=", "+", "^", "²"),
)
UNITS: Final = (*SPACES, *FIGURES, *LETTERS, *SIGNS)
# What stands before and after, so that a run is met in the middle of something as well.
FRAMES: Final = (
    ("", ""),
    ("Los ficheros se guardan 30 días [1].", "Hello!"),
    ("Los ficheros se guardan ", " 30 días [1]. x"),
)
# Found too slow once.
KNOWN: Final = (
    *(("\n", FRAMES[1]), (" ", FRAMES[2]), ("_", FRAMES[2]), ("1-", FRAMES[2]), ("a-", FRAMES[2]), ("(1)", FRAMES[2])),
    *(("...", FRAMES[2]), ("[", FRAMES[0]), ("[a,", FRAMES[0]), ("1 ", FRAMES[0]), ("\t", FRAMES[2]), ("-", FRAMES[2])),
)


def grow(unit: str, frame: tuple[str, str], size: int) -> str:
    """Return a text of about so many code points."""
    return frame[0] + unit * (size // len(unit)) + frame[1]


def measure(work: Callable[[], object]) -> float:
    """Return the seconds of this process's own time that a call takes: others on the machine do not count."""
    started = time.process_time()
    work()
    return time.process_time() - started


def find_growth(work: Callable[[int], object], size: int, *, floor: float, most: float) -> float:
    """Return how many times longer four times as much takes; 0 where that is under `floor` seconds anyway.

    What grows as n log n comes to some 4.5, what grows as the square to 16. Over `most`, the least of several tries.
    """
    least = inf
    for _ in range(4):
        four = measure(lambda: work(4 * size))
        if four < floor:
            return 0
        one = measure(lambda: work(size))
        least = min(least, four / max(one, floor / 100))
        if least <= most:
            break
    return least
