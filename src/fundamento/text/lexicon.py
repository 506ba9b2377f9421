"""The words of a language or a domain, compiled once into tables that tokens are looked up in."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from fundamento.errors import ConfigurationError
from fundamento.text.marks import BOUND_OF, MARK_OF, Mark
from fundamento.text.stems import stem_folded
from fundamento.text.vocabulary import Derived

_ACCENTS: Final = str.maketrans("áàâäãåéèêëíìîïóòôöõúùûüñçÁÉÍÓÚÜÑ", "aaaaaaeeeeiiiiooooouuuuncAEIOUUN")


def fold(word: str) -> str:
    """Return a word in small letters and without accents."""
    low = word.lower()
    if low.isascii():
        return low
    low = low.translate(_ACCENTS)
    if low.isascii():
        return low
    plain = unicodedata.normalize("NFKD", low)
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


@dataclass(frozen=True, slots=True)
class Unit:
    """What a unit measures, and how many of its base unit it is."""

    dimension: str
    factor: float
    # A name that makes it another thing: working days are not calendar days.
    special: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a lexicon knows of one word or phrase (`words` are all of its words)."""

    words: tuple[str, ...]
    marks: int = 0
    number: float | None = None
    scale: float | None = None
    ordinal: float | None = None
    fraction: float | None = None
    multiple: float | None = None
    unit: Unit | None = None
    special: str = ""
    rate: str = ""
    month: int = 0
    doubtful: bool = False
    weekdays: frozenset[int] = frozenset()
    day_part: str = ""
    clock: int | None = None
    past: int | None = None

    def joined(self, other: "Entry") -> "Entry":
        """Return what two entries of the same words know together; what this one says goes first."""
        pick = {
            name: getattr(self, name) or getattr(other, name)
            for name in ("unit", "special", "rate", "month", "doubtful", "weekdays", "day_part")
        }
        numbers = {
            name: getattr(self, name) if getattr(self, name) is not None else getattr(other, name)
            for name in ("number", "scale", "ordinal", "fraction", "multiple", "clock", "past")
        }
        return Entry(self.words, self.marks | other.marks, **pick, **numbers)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The tables of one language, in which the words of others that it does not have itself are found too.

    `entries` are single words, `phrases` those of several by their first word, the longest first. `groups` has the
    numbers of the groups of synonyms of a stem, `opposites` the stems that say the contrary.
    """

    language: str
    entries: Mapping[str, Entry]
    phrases: Mapping[str, Sequence[Entry]]
    groups: Mapping[str, frozenset[int]]
    opposites: Mapping[str, frozenset[str]]
    ordinal_endings: frozenset[str] = frozenset()
    month_first: bool = False
    function: frozenset[str] = field(default=frozenset(), repr=False)

    def find(self, word: str) -> Entry | None:
        """Return what is known of one word, in small letters: with its accents or, failing that, without."""
        found = self.entries.get(word)
        return found if found is not None or word.isascii() else self.entries.get(fold(word))

    def are_synonyms(self, one: str, other: str) -> bool:
        """Say whether two stems stand in one group of synonyms."""
        mine = self.groups.get(one)
        return mine is not None and not mine.isdisjoint(self.groups.get(other, frozenset()))

    def are_opposites(self, one: str, other: str) -> bool:
        """Say whether two stems say the contrary of each other."""
        return other in self.opposites.get(one, frozenset())


def listed(value: object) -> list[str]:
    """Return the entries of a key of a lexicon: those of a list, or those between the commas of a text."""
    if isinstance(value, str):
        return [entry.strip() for entry in value.split(",") if entry.strip()]
    return [str(entry).strip() for entry in value] if isinstance(value, Sequence) else []


_NONE: Final[tuple[str, ...]] = ()


class _Draft:
    """A lexicon as it is being read from its files."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.entries: dict[tuple[str, ...], Entry] = {}
        self.raw = raw
        self.read_marks()
        self.read_numbers()
        self.read_units()
        self.read_calendar()

    def add(self, written: object, entry: Entry) -> None:
        words = tuple(str(written).lower().split())
        entry = replace(entry, words=words)
        self.entries[words] = self.entries[words].joined(entry) if words in self.entries else entry

    def read_marks(self) -> None:
        for key, mark in MARK_OF.items():
            for written in listed(self.raw.get(key, ())):
                self.add(written, Entry(_NONE, marks=int(mark)))
        for key, mark in BOUND_OF.items():
            for written in listed(self.raw.get("limits", {}).get(key, ())):
                self.add(written, Entry(_NONE, marks=int(mark)))

    def read_numbers(self) -> None:
        number = int(Mark.NUMBER)
        for written, value in self.raw.get("numbers", {}).items():
            self.add(written, Entry(_NONE, marks=number, number=float(value)))
        for written, value in self.raw.get("scales", {}).items():
            self.add(written, Entry(_NONE, marks=number, scale=float(value)))
        for written, value in self.raw.get("ordinals", {}).items():
            self.add(written, Entry(_NONE, marks=number, ordinal=float(value)))
        for written, value in self.raw.get("fractions", {}).items():
            self.add(written, Entry(_NONE, marks=number, fraction=1.0 / float(value)))
        for written, value in self.raw.get("multiples", {}).items():
            self.add(written, Entry(_NONE, marks=number, multiple=float(value)))

    def read_units(self) -> None:
        for dimension, factors in self.raw.get("units", {}).items():
            for factor, names in factors.items():
                for written in listed(names):
                    self.add(written, Entry(_NONE, marks=int(Mark.UNIT), unit=Unit(dimension, float(factor))))
        for written, special in self.raw.get("special-modifiers", {}).items():
            self.add(written, Entry(_NONE, marks=int(Mark.UNIT_MODIFIER), special=special))
        for period, names in self.raw.get("rates", {}).items():
            for written in listed(names):
                self.add(written, Entry(_NONE, marks=int(Mark.RATE), rate=period))

    def read_calendar(self) -> None:
        doubtful = set(listed(self.raw.get("doubtful-months", ())))
        for number, names in enumerate(self.raw.get("months", ()), 1):
            for written in names.split():
                self.add(written, Entry(_NONE, marks=int(Mark.MONTH), month=number, doubtful=written in doubtful))
        for number, names in enumerate(self.raw.get("weekdays", ())):
            for written in names.split():
                self.add(written, Entry(_NONE, marks=int(Mark.WEEKDAY), weekdays=frozenset({number})))
        for written, days in self.raw.get("weekday-groups", {}).items():
            first, last = map(int, str(days).split("-"))
            self.add(written, Entry(_NONE, marks=int(Mark.WEEKDAY), weekdays=frozenset(range(first, last + 1))))
        for written, minutes in self.raw.get("clock-words", {}).items():
            self.add(written, Entry(_NONE, clock=int(minutes)))
        for key, sign in (("clock-past", 1), ("clock-to", -1)):
            for written, minutes in self.raw.get(key, {}).items():
                self.add(written, Entry(_NONE, past=sign * int(minutes)))
        for written, part in self.raw.get("day-parts", {}).items():
            self.add(written, Entry(_NONE, day_part=part))


def _with_bare_forms(entries: Mapping[tuple[str, ...], Entry]) -> dict[tuple[str, ...], Entry]:
    """Add each entry without its accents, too, where no entry of its own is written so."""
    bare = {tuple(map(fold, words)): entry for words, entry in entries.items()}
    return {**bare, **entries}


def _groups(raws: Iterable[Mapping[str, Any]]) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, line in enumerate(line for raw in raws for line in raw.get("synonyms", ())):
        for written in listed(line):
            found.setdefault(stem_folded(fold(written)), set()).add(number)
    return {stem: frozenset(numbers) for stem, numbers in found.items()}


def _opposites(raws: Iterable[Mapping[str, Any]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in (pair for raw in raws for pair in raw.get("antonyms", ())):
        one, other = ([stem_folded(fold(word)) for word in str(side).split()] for side in pair)
        for mine, theirs in ((one, other), (other, one)):
            for stem in mine:
                found.setdefault(stem, set()).update(theirs)
    return {stem: frozenset(others) for stem, others in found.items()}


def compile_lexicons(held: Mapping[str, Mapping[str, Any]]) -> dict[str, Lexicon]:
    """Compile the lexicons of several languages (as their files hold them), by language.

    A word that two languages have means in each what that language says. Raises `ConfigurationError` where one is no
    lexicon.
    """
    raws = [held[language] for language in sorted(held)]
    try:
        return _compile(raws)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ConfigurationError(f"a lexicon cannot be compiled: {type(error).__name__}") from error


def _compile(raws: Sequence[Mapping[str, Any]]) -> dict[str, Lexicon]:
    drafts = {str(raw["language"]): _with_bare_forms(_Draft(raw).entries) for raw in raws}
    groups, opposites = _groups(raws), _opposites(raws)
    compiled: dict[str, Lexicon] = {}
    for raw in raws:
        language = str(raw["language"])
        merged: dict[tuple[str, ...], Entry] = {}
        for other, entries in drafts.items():
            if other != language:
                merged.update(entries)
        merged.update(drafts[language])
        phrases: dict[str, list[Entry]] = {}
        for words, entry in merged.items():
            if len(words) > 1:
                phrases.setdefault(words[0], []).append(replace(entry, words=words))
        compiled[language] = Lexicon(
            language,
            {words[0]: entry for words, entry in merged.items() if len(words) == 1},
            {first: sorted(found, key=lambda each: -len(each.words)) for first, found in phrases.items()},
            groups,
            opposites,
            ordinal_endings=frozenset(listed(raw.get("ordinal-endings", ()))),
            month_first=raw.get("date-order") == "month-first",
            function=frozenset(
                word
                for entry in listed(raw.get("function", ())) + listed(raw.get("negation", ()))
                for word in entry.split()
            ),
        )
    return compiled


_LEXICONS: Final = Derived(lambda languages: compile_lexicons(languages.lexicons))


def load_lexicons() -> Mapping[str, Lexicon]:
    """Return the lexicons of the languages that hold here, compiled, by language."""
    return _LEXICONS.value()


_ADDED: Final = frozenset(
    ("synonyms", "antonyms", "units", "names", "abbreviations", "references", "light", "language")
)


def check_keys(additions: Mapping[str, Any]) -> None:
    """Raise `ConfigurationError` where a key is not one that a domain may add to."""
    unknown = sorted(set(additions) - _ADDED)
    if unknown:
        raise ConfigurationError(
            f"a lexicon has no key {unknown[0]!r}", hint=f"its keys are {', '.join(sorted(_ADDED))}"
        )


def add_words(raw: Mapping[str, Any], additions: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a lexicon, as its file holds it, with a domain's own words added: synonyms, antonyms, units, names."""
    joined = dict(raw)
    for key, value in additions.items():
        if key in ("synonyms", "antonyms"):
            joined[key] = [*raw.get(key, ()), *value]
        elif key == "names":
            joined["synonyms"] = [*joined.get("synonyms", ()), *value]
        elif key == "units":
            held = raw.get("units", {})
            joined[key] = {
                dimension: {**held.get(dimension, {}), **_joined(held.get(dimension, {}), value.get(dimension, {}))}
                for dimension in {**held, **value}
            }
        elif key != "language":
            joined[key] = [*listed(raw.get(key, ())), *listed(value)]
    return joined


def _joined(held: Mapping[Any, Any], added: Mapping[Any, Any]) -> dict[Any, list[str]]:
    return {factor: [*listed(held.get(factor, ())), *listed(names)] for factor, names in added.items()}
