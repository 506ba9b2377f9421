"""The words of the languages, as their folders hold them, and what is built of them: patterns, sets and tables.

A module names words by section and key, `bounds.at-most`, and never writes them. What it builds of them is made once
for each vocabulary, when it is first used; which vocabulary holds is a matter of the context (`using`), so that two
Grounders with words of their own share nothing.
"""

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Generic, ParamSpec, TypeAlias, TypeVar

import yaml

from fundamento.errors import ConfigurationError

T = TypeVar("T")
Section: TypeAlias = Mapping[str, Any]

# These have readers of their own.
_OTHER_FILES: Final = frozenset(("lexicon.yaml", "prose.yaml", "examples.yaml"))
_SLOT: Final = re.compile("«([^«»]+)»")
# Every scalar is text: `no` is a word.
_Loader: Final = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Languages:
    """The words of some languages. `languages`: what the folder of each holds, by section and key.

    `lexicons` are the tables that texts are read with, and `neutral` the words of what is missing, by language and as
    the files hold them.
    """

    __slots__ = ("languages", "lexicons", "made", "neutral")

    def __init__(
        self,
        languages: Mapping[str, Mapping[str, Section]],
        lexicons: Mapping[str, Mapping[str, Any]],
        neutral: Mapping[str, str],
    ) -> None:
        self.languages: Final = languages
        self.lexicons: Final = lexicons
        self.neutral: Final = neutral
        self.made: Final[dict[object, Any]] = {}

    def find(self, name: str) -> list[Any]:
        """Return what the languages hold by a name, `section.key`, each in its turn.

        Raises `ConfigurationError` where no language holds anything by it.
        """
        section, _, key = name.partition(".")
        held = [found for each in self.languages.values() if (found := each.get(section, {}).get(key)) is not None]
        if not held:
            raise ConfigurationError(f"no language has words by the name {name!r}")
        return held

    def wordings(self, name: str) -> list[str]:
        """Return the wordings of all languages by a name: entries with ` | ` between them."""
        found = (
            entry for held in self.find(name) for entry in (held if isinstance(held, Mapping) else split_wordings(held))
        )
        return list(dict.fromkeys(found))

    def words(self, name: str) -> frozenset[str]:
        """Return the words of all languages by a name: entries with white space between them."""
        return frozenset(word for held in self.find(name) for word in held.split())

    def table(self, name: str) -> dict[str, str]:
        """Return one table of those of all languages by a name; where two have a word, the first one's value holds."""
        return {word: value for held in reversed(self.find(name)) for word, value in held.items()}

    def fill(self, template: str, given: Mapping[str, Iterable[str]]) -> str:
        """Return a pattern with an alternation of words in place of each name in `«»`.

        `«<name»` stands for what comes after one of the words, `«!name»` for what comes after none of them.
        """

        def put(found: re.Match[str]) -> str:
            mark, name = found[1][:1], found[1].lstrip("<!")
            words = sorted(given[name]) if name in given else self.wordings(name)
            if mark == "!":
                filled = "".join(rf"(?<!\b{word} )" for word in words)
            elif mark == "<":
                filled = alternation(rf"(?<=\b{word} )" for word in words)
            else:
                filled = alternation(words)
            return self.fill(filled, given)

        return _SLOT.sub(put, template)


def split_wordings(held: str) -> list[str]:
    """Split an entry of a language file at ` | `; a line may end or begin with the mark."""
    return [entry for part in f" {held} ".split(" | ") if (entry := part.strip())]


def alternation(wordings: Iterable[str]) -> str:
    """Return a pattern that matches any of some wordings, the longest first.

    A wording is written as a pattern: `algun[oa]s`, `part(?:en?|ía) de`.
    """
    return f"(?:{'|'.join(sorted(wordings, key=len, reverse=True))})"


def read_folder(folder: Traversable | Path) -> tuple[dict[str, Section], Mapping[str, Any], str]:
    """Return what the folder of a language holds: its sections, its lexicon and its neutral words.

    Raises `ConfigurationError` where a file is no YAML, or two files have one section.
    """
    sections: dict[str, Section] = {}
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if not file.name.endswith(".yaml") or file.name in _OTHER_FILES:
            continue
        for section, held in (_load(file, _Loader) or {}).items():
            if section in sections:
                raise ConfigurationError(f"two files of a language have the section {section!r}")
            sections[section] = held
    lexicon, neutral = folder / "lexicon.yaml", folder / "prose.yaml"
    tables = _load(lexicon, getattr(yaml, "CSafeLoader", yaml.SafeLoader)) if lexicon.is_file() else {}
    if not isinstance(tables, Mapping):
        raise ConfigurationError("lexicon.yaml of a language holds no mapping", hint="It has keys, such as language.")
    return (
        sections,
        tables,
        neutral.read_text(encoding="utf-8") if neutral.is_file() else "",
    )


def _load(file: Traversable | Path, loader: Any) -> Any:  # noqa: ANN401 - what a file holds, its reader says
    try:
        return yaml.load(file.read_text(encoding="utf-8"), loader)  # noqa: S506 - a loader of plain values, in C where it is there
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigurationError(
            f"{file.name} of a language cannot be read: {type(error).__name__}", hint="Give a YAML file in UTF-8."
        ) from None


@functools.cache
def shipped() -> Languages:
    """Return the vocabulary of the languages that ship."""
    folders = [each for each in resources.files("fundamento.lang").iterdir() if (each / "lexicon.yaml").is_file()]
    # Spanish first: where two languages have a word, what is built of both goes by the first.
    read = {each.name: read_folder(each) for each in sorted(folders, key=lambda each: each.name, reverse=True)}
    return Languages(*({name: found[part] for name, found in read.items()} for part in range(3)))  # type: ignore[arg-type]


_held: ContextVar[Languages | None] = ContextVar("fundamento_vocabulary", default=None)


def current() -> Languages:
    """Return the vocabulary that holds here."""
    return _held.get() or shipped()


@contextmanager
def using(vocabulary: Languages | None) -> Iterator[None]:
    """Have a vocabulary hold in this context; None: that of the languages that ship."""
    token = _held.set(vocabulary)
    try:
        yield
    finally:
        _held.reset(token)


class Derived(Generic[T]):
    """What is made of the words of the languages: once for each vocabulary, when it is first used."""

    __slots__ = ("_make", "_shipped")

    def __init__(self, make: Callable[[Languages], T]) -> None:
        self._make = make

    def value(self) -> T:
        """Return it for the vocabulary that holds here."""
        held = _held.get()
        if held is None:
            try:
                return self._shipped
            except AttributeError:
                self._shipped: T = self._make(shipped())
                return self._shipped
        if self not in held.made:
            held.made[self] = self._make(held)
        found: T = held.made[self]
        return found


P = ParamSpec("P")


def lru_cache(maxsize: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Do as `functools.lru_cache`; what goes by the words of other languages is kept with these."""

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        shipped_results = functools.lru_cache(maxsize)(function)
        others = Derived(lambda _: functools.lru_cache(maxsize)(function))

        @functools.wraps(function)
        def look_up(*args: P.args, **kwargs: P.kwargs) -> T:
            results = shipped_results if _held.get() is None else others.value()
            return results(*args, **kwargs)  # type: ignore[arg-type]

        return look_up

    return decorate


class WordPattern(Derived[re.Pattern[str]]):
    """A pattern with words in it: `\\b(?:«bounds.when»)\\b`. The structure is given here, the words by the languages.

    `given` are words by other names than those of the languages.
    """

    __slots__ = ()

    def __init__(
        self, template: str, flags: int = 0, *, given: Mapping[str, Iterable[str]] = MappingProxyType({})
    ) -> None:
        super().__init__(lambda vocabulary: re.compile(vocabulary.fill(template, given), flags))

    @property
    def pattern(self) -> str:
        """The pattern with its words."""
        return self.value().pattern

    def search(self, text: str, *span: int) -> re.Match[str] | None:
        """Do as `re.Pattern.search`."""
        return self.value().search(text, *span)

    def match(self, text: str, *span: int) -> re.Match[str] | None:
        """Do as `re.Pattern.match`."""
        return self.value().match(text, *span)

    def fullmatch(self, text: str, *span: int) -> re.Match[str] | None:
        """Do as `re.Pattern.fullmatch`."""
        return self.value().fullmatch(text, *span)

    def finditer(self, text: str, *span: int) -> Iterator[re.Match[str]]:
        """Do as `re.Pattern.finditer`."""
        return self.value().finditer(text, *span)

    def findall(self, text: str, *span: int) -> list[Any]:
        """Do as `re.Pattern.findall`."""
        return self.value().findall(text, *span)

    def split(self, text: str) -> list[Any]:
        """Do as `re.Pattern.split`."""
        return self.value().split(text)

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """Do as `re.Pattern.sub`."""
        return self.value().sub(replacement, text, count)


class WordSet(Derived[frozenset[str]], Set[str]):
    """A set of words of the languages, by their name; two of them joined are one more."""

    __slots__ = ()

    def __init__(self, name: str | Callable[[Languages], frozenset[str]]) -> None:
        super().__init__((lambda vocabulary: vocabulary.words(name)) if isinstance(name, str) else name)

    def __contains__(self, word: object) -> bool:
        return word in self.value()

    def __iter__(self) -> Iterator[str]:
        return iter(self.value())

    def __len__(self) -> int:
        return len(self.value())

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def isdisjoint(self, other: Iterable[Any]) -> bool:
        """Do as `frozenset.isdisjoint`."""
        return self.value().isdisjoint(other)

    def __or__(self, other: Set[Any]) -> "WordSet":
        return WordSet(lambda _: frozenset((*self, *other)))

    def __ror__(self, other: Set[Any]) -> "WordSet":
        return self | other

    def __and__(self, other: Set[Any]) -> "WordSet":
        return WordSet(lambda _: self.value() & frozenset(other))

    def __rsub__(self, other: Set[Any]) -> frozenset[Any]:
        return frozenset(other) - self.value()

    def __sub__(self, other: Set[Any]) -> "WordSet":
        return WordSet(lambda _: frozenset(self) - frozenset(other))


class WordTable(Derived[Mapping[str, T]], Mapping[str, T]):
    """A table of words of the languages: their values by the words."""

    __slots__ = ()

    def __init__(self, name: str | Callable[[Languages], Mapping[str, T]], read: Callable[[str], T] = str) -> None:  # type: ignore[assignment]
        if isinstance(name, str):
            super().__init__(lambda vocabulary: {word: read(held) for word, held in vocabulary.table(name).items()})
        else:
            super().__init__(name)

    def __getitem__(self, word: str) -> T:
        return self.value()[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self.value())

    def __len__(self) -> int:
        return len(self.value())

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other
