"""A domain's own words, and languages of one's own, added to those that ship: what `Settings(lexicon=…)` takes."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from fundamento.errors import ConfigurationError
from fundamento.strict_yaml import parse_yaml
from fundamento.text.lexicon import add_words, check_keys, compile_lexicons, fold, listed
from fundamento.text.vocabulary import Languages, Section, read_folder, shipped

Domain: TypeAlias = Mapping[str, Any] | str | Path
_LEXICON: Final = "lexicon.yaml"
_PLAIN: Final = ", "


def read_domains(given: Domain | Sequence[Domain]) -> Languages:
    """Return the languages that ship with what is given added to them.

    A mapping, or a YAML file of one, has a domain's `synonyms`, `antonyms`, `units`, `names`, `abbreviations`,
    `references` and `light` words, for all languages or, with the key `language`, for one. A folder with a
    `lexicon.yaml` is a language. Several may be given as a list or a tuple. Raises `ConfigurationError` where a file
    cannot be read, or a key is not one of a lexicon.
    """
    languages = shipped()
    for each in given if isinstance(given, list | tuple) else (given,):
        languages = _add(languages, each)
    compile_lexicons(languages.lexicons)  # what cannot be compiled is said now
    return languages


def _add(languages: Languages, given: object) -> Languages:
    if isinstance(given, Mapping):
        return _add_words(languages, given)
    if not isinstance(given, str | Path):
        raise ConfigurationError(
            f"a lexicon is a {type(given).__name__}", hint="Give a mapping, the path of a YAML file, or a folder."
        )
    path = Path(given)
    if path.is_dir():
        return _add_language(languages, path)
    try:
        held = parse_yaml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"the lexicon {path.name} cannot be read: {type(error).__name__}", hint="Give a YAML file in UTF-8."
        ) from None
    if not isinstance(held, Mapping):
        raise ConfigurationError(f"the lexicon {path.name} holds no mapping", hint="It has keys, such as synonyms.")
    return _add_words(languages, held)


def _add_language(languages: Languages, folder: Path) -> Languages:
    if not (folder / _LEXICON).is_file():
        raise ConfigurationError(f"the folder {folder.name} is no language", hint=f"It needs a {_LEXICON}.")
    sections, lexicon, neutral = read_folder(folder)
    name = lexicon.get("language")
    if not isinstance(name, str) or not name:
        raise ConfigurationError(f"{folder.name}/{_LEXICON} names no language", hint="Add a line such as language: pt.")
    return Languages(
        {**languages.languages, name: {**_sections_of(lexicon), **sections}},
        {**languages.lexicons, name: lexicon},
        {**languages.neutral, name: neutral} if neutral else languages.neutral,
    )


def _add_words(languages: Languages, additions: Mapping[str, Any]) -> Languages:
    check_keys(additions)
    only = additions.get("language")
    if only is not None and only not in languages.languages:
        raise ConfigurationError(
            f"there is no language {only!r}", hint=f"There are {_PLAIN.join(languages.languages)}."
        )
    chosen = [only] if only else list(languages.languages)
    sections, lexicons = dict(languages.languages), dict(languages.lexicons)
    for name in chosen:
        lexicons[name] = add_words(lexicons[name], additions)
        sections[name] = _add_sections(sections[name], additions)
    return Languages(sections, lexicons, languages.neutral)


def _add_sections(sections: Mapping[str, Section], additions: Mapping[str, Any]) -> Mapping[str, Section]:
    added = dict(sections)
    if "units" in additions:
        units = dict(sections.get("units", {}))
        dimensions = {name: dict(factors) for name, factors in units.get("dimensions", {}).items()}
        for dimension, factors in _unit_names(additions["units"]).items():
            held = dimensions.setdefault(dimension, {})
            for factor, names in factors.items():
                held[factor] = _PLAIN.join(filter(None, (held.get(factor, ""), names)))
        added["units"] = {**units, "dimensions": dimensions}
    if "names" in additions:
        terms = dict(sections.get("terms", {}))
        lines = [_PLAIN.join(fold(name) for name in listed(line)) for line in additions["names"]]
        added["terms"] = {**terms, "aliases": " | ".join(filter(None, (terms.get("aliases", ""), *lines)))}
    return added


def _unit_names(units: Mapping[str, Mapping[Any, Any]]) -> dict[str, dict[str, str]]:
    """Return units by dimension and factor, as the section `units` has them: without accents."""
    return {
        dimension: {
            _number(factor): _PLAIN.join(form for name in listed(names) for form in _forms(name))
            for factor, names in factors.items()
        }
        for dimension, factors in units.items()
    }


def _number(value: object) -> str:
    number = float(str(value))
    return str(int(number)) if number == int(number) else str(number)


# Readings take these accents off and no others, and a writer may leave out any.
_ACUTE: Final = str.maketrans("áéíóúüàèìòù", "aeiouuaeiou")


def _forms(word: str) -> tuple[str, ...]:
    """Return how a word may stand in a text: as it is written, without acute and grave accents, without any."""
    low = word.lower()
    return tuple(dict.fromkeys((low, low.translate(_ACUTE), fold(low))))


def _escaped(words: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(re.escape(form) for word in words for form in _forms(word)))


def _plain_table(table: Mapping[Any, Any]) -> dict[str, str]:
    return {form: _number(value) for word, value in table.items() if len(str(word)) > 1 for form in _forms(str(word))}


def _sections_of(lexicon: Mapping[str, Any]) -> dict[str, Section]:
    """Return the sections that a lexicon can stand for, where the folder of its language has none of its own."""
    negations, limits = listed(lexicon.get("negation", "")), lexicon.get("limits", {})
    months = lexicon.get("months", ())
    return {
        "language": {
            "function": " ".join(" ".join((*listed(lexicon.get("function", "")), *negations)).split()),
            "letters": lexicon.get("letters", ""),
            "sure-letters": lexicon.get("sure-letters", ""),
        },
        "figures": {
            "numbers": _plain_table(lexicon.get("numbers", {})),
            "scales": _plain_table(lexicon.get("scales", {})),
            "ordinals": _plain_table(lexicon.get("ordinals", {})),
            "parts": _plain_table(lexicon.get("fractions", {})),
            "after-tens": " ".join(listed(lexicon.get("joiners", ""))),
            "scale-words": _escaped(map(str, lexicon.get("scales", {}))),
        },
        "units": {
            "dimensions": _unit_names(lexicon.get("units", {})),
            "periods": {
                form: period
                for period, names in lexicon.get("rates", {}).items()
                for name in listed(names)
                if len(name) > 2
                for form in _forms(name)
            },
            "each": _escaped(word for word in listed(lexicon.get("rate-words", "")) if word != "/"),
        },
        "calendar": {
            "months": {
                form: str(number)
                for number, names in enumerate(months, 1)
                for name in names.split()
                for form in _forms(name)
            },
            "full-months": _escaped(name for names in months for name in names.split()[:1]),
        },
        "negation": {
            "negations": _escaped(negations),
            "denying": " ".join(form for word in negations for form in _forms(word)),
        },
        "bounds": {
            "not": _escaped(negations),
            "at-most": _escaped(listed(limits.get("at-most", ""))),
            "at-least": _escaped(listed(limits.get("at-least", ""))),
        },
        "permissions": {"denied": _escaped(negations)},
    }
