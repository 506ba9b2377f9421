"""The words of a language stand in its folder, and in no module that reads texts."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from fundamento.text.lexicon import fold
from fundamento.text.vocabulary import shipped

SOURCE = Path(__file__).parents[2] / "src" / "fundamento"
PACKAGES = ("checks", "text", "prose", "scoring", "missing")
MODULES = [path for package in PACKAGES for path in sorted((SOURCE / package).glob("*.py"))]

# What code calls its own things by: kinds, codes of findings, features, periods, keys of language files. Each is one
# whole literal, so that none of them allows a word in a pattern.
IDENTIFIERS = frozenset(
    (
        # kinds of quantities, dimensions and periods
        *(
            "figures",
            "words",
            "one",
            "fraction",
            "decade",
            "century",
            "rank",
            "percent",
            "points",
            "time",
            "length",
            "mass",
        ),
        *("data", "data rate", "speed", "celsius", "fahrenheit", "degrees", "EUR", "USD", "GBP", "JPY", "CHF", "BRL"),
        *(
            "pesos",
            "dollars",
            "pounds",
            "second",
            "minute",
            "hour",
            "day",
            "week",
            "month",
            "quarter",
            "year",
            "number",
        ),
        # sides, reasons, keys of details, kinds of contacts, edits, tokens and markers
        *("upper", "lower", "part", "added", "gone", "phone", "address", "number", "other", "text", "start", "end"),
        *("effective_from", "effective_until", "equal", "delete", "word", "line", "code", "raised", "round", "square"),
        # features of the score, languages, keys of the language files and of their entries
        *("fragment", "question", "words", "vectors", "es", "en", "language", "function", "letters", "light", "only"),
        *("condition", "exception", "respectively", "references", "range", "exact", "articles", "about", "alone"),
        *("calendar", "parts", "each", "months", "not", "denied", "unit", "rate", "month", "weekdays", "day_part"),
        *("clock", "past", "final", "claims that cite retrieved fragments"),
    )
)
# What is the same in all languages, by the module that knows it: signs of units and currencies, schemes and domains of
# addresses, formats, marks that programs write.
SIGNS = {
    "checks/contacts.py": "net gov es ar cl de example",
    "checks/equality.py": "ss CM",
    "checks/calendar.py": "pm",
    "checks/markup.py": "data file about tel sms",
    "checks/numbers.py": "in no fragment",  # a code that is put together
    "checks/quantities.py": (
        "co pm mp ft hs hrs min mins ms seg mm cm km kms mi in yd m² km² ha ml cl mg gr kg kgs oz lb lbs bps kW KW MW"
        " GW Wh kJ kcal cal kV mA Hz hz mph kmh db dB bar Pa eur EUR usd USD am AM PM"
    ),
    "checks/units.py": "us eur usd gbp jpy chf mxn cop ars brl",
    "text/tokens.py": "https address word number line other",  # names of groups
    "prose/assertions.py": "https",
    "prose/courtesies.py": "https es net",
    "prose/labels.py": "cf part fragment fragmento passage",  # in IDs that programs make
    "prose/markers.py": "https ft yd in mi",
    "prose/reading.py": "text",
    "scoring/weights.py": "vectors",
    "prose/thoughts.py": "message end return start call im id assistant model answer response final of begin",
    "prose/units.py": "cf",
    "checks/own.py": "call id find version",  # attributes of a user's check
    "text/identification.py": "contrast",
    "text/language.py": "None",
    "text/marks.py": "needs being",  # a message
    "prose/remainder.py": "source",  # a marker that programs write
    "prose/unread.py": "aside LETTER",
}
# Modules whose words are not in the folders yet. What is added elsewhere is found all the same.
PENDING = frozenset(
    (
        "checks/counting.py",
        "checks/forces.py",
        "checks/hedges.py",
        "checks/listed.py",
        "checks/polarity.py",
        "checks/qualifiers.py",
        "checks/terms.py",
    )
)

# Pieces of a pattern that are no words: names of groups, flags, escapes, and what a template takes from the languages.
_NO_WORDS = re.compile(r"«[^»]*»|\[[^\]]*\]|\(\?P[<=]\w+[>)]|\(\?[aiLmsux-]+[:)]|\\[a-zA-Z]|\{[^{}]*\}")
_WORD = re.compile(r"[^\W\d_]{2,}")
# What takes the name of a group, or of words of the languages.
_NAMING_CALLS = frozenset(
    ("get", "span", "start", "end", "group", "find", "wordings", "table", "words", "WordSet", "WordTable", "has_any_of")
)
# Codes of findings and keys of the language files: another-unit, date-words.
_CODE = re.compile(r"[a-z]+(?:-[a-z]+)+")


def collect_words(held: object) -> Iterator[str]:
    """Yield the words of what a language file holds, those of patterns too."""
    if isinstance(held, Mapping):
        for key, value in held.items():
            yield from collect_words(key)
            yield from collect_words(value)
    elif isinstance(held, list | tuple):
        for each in held:
            yield from collect_words(each)
    else:
        yield from _WORD.findall(_NO_WORDS.sub(" ", str(held)))


def known_words() -> frozenset[str]:
    """Return the words of the languages that ship, in small letters without accents."""
    languages = shipped()
    sections = [table for sections in languages.languages.values() for table in sections.values()]
    values = [value for table in sections for value in table.values()]
    values += [value for lexicon in languages.lexicons.values() for value in lexicon.values()]
    return frozenset(fold(word) for value in values for word in collect_words(value))


KNOWN = known_words()


def is_identifier(literal: str) -> bool:
    """Say whether a whole literal is what code calls a thing of its own by."""
    return literal in IDENTIFIERS or _CODE.fullmatch(literal) is not None


def is_name(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Say whether a literal is a name by its place: an index, a group, a slot, a message, a key of a detail."""
    parent = parents.get(node)
    if isinstance(parent, ast.Subscript) and node is parent.slice:
        return True
    while parent is not None and not isinstance(parent, ast.stmt):
        if isinstance(parent, ast.Call):
            called = parent.func.attr if isinstance(parent.func, ast.Attribute) else getattr(parent.func, "id", "")
            if called in _NAMING_CALLS or called == "Finding":
                return True
        if isinstance(parent, ast.keyword) and parent.arg in ("wants", "hint", "detail"):
            return True
        if isinstance(parent, ast.Subscript) and getattr(parent.value, "id", "") in ("Literal", "TypeAlias"):
            return True
        parent = parents.get(parent)
    if isinstance(parent, ast.Raise):
        return True
    targets = parent.targets if isinstance(parent, ast.Assign) else ()
    return any(isinstance(target, ast.Name) and target.id == "__slots__" for target in targets)


def find_words(tree: ast.Module, signs: frozenset[str] = frozenset()) -> Iterator[tuple[int, str]]:
    """Yield the line and the word of each literal that holds a word of a language."""
    parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    annotations = {
        each
        for node in ast.walk(tree)
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if annotation is not None
        for each in ast.walk(annotation)
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)) or node in annotations:
            continue
        if isinstance(parents[node], ast.Expr) or is_identifier(node.value) or is_name(node, parents):
            continue  # a docstring, or a name
        for word in _WORD.findall(_NO_WORDS.sub(" ", node.value)):
            if fold(word) in KNOWN and word not in signs:
                yield node.lineno, word


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_module_holds_a_word_of_a_language(path: Path) -> None:
    signs = frozenset(SIGNS.get(f"{path.parent.name}/{path.name}", "").split())
    found = list(find_words(ast.parse(path.read_text(encoding="utf-8")), signs))
    assert (found != []) == (f"{path.parent.name}/{path.name}" in PENDING)


@pytest.mark.parametrize(
    "code",
    [
        '_PATTERN = re.compile(r"\\b(?:nunca|x)\\b")',
        '_WORDS = frozenset(("nunca",))',
        'def look(text: str) -> bool:\n    return "nunca" in text',
        '_PATTERN = WordPattern(rf"«bounds.when» {_GAP}never")',
        '_TABLE = {"jamás": 1}',
    ],
)
def test_a_word_of_a_language_is_found(code: str) -> None:
    assert [word for _, word in find_words(ast.parse(code))] in (["nunca"], ["never"], ["jamás"])
