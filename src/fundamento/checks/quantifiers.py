"""How much of something, or how often, a sentence is about: what some do is not what all do, nor what only some may."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from fundamento.checks.figures import NUMBER_WORDS
from fundamento.checks.wording import Vocabulary, Word, read_vocabulary, read_words, words_in
from fundamento.text.stems import strip_accents

_I: Final = re.IGNORECASE
_PART: Final = re.compile(
    r"\b(?:casi tod[oa]s|almost all|nearly all"
    r"|algun[oa]s|ciert[oa]s|la mayor(?:ía| parte) de|muchos?|muchas|varios|varias|some|certain|most|many"
    r"|several|part of)(?: (?:of|the|los|las|de))* (?P<noun>[^\W\d_]{3,})",
    _I,
)
_ALL: Final = re.compile(
    r"\b(?:tod[oa]s|cada|cualquier|ningún|ninguna|all|every|each|any|no)(?: (?:of|the|los|las|sus|its"
    r"|their))* (?P<noun>[^\W\d_]{3,})",
    _I,
)
# Who is counted stands first and is not named.
_OPENS_WITH_ALL: Final = re.compile(
    r"\W*(?:tod[oa]s|todo el mundo|everyone|everybody|all|anyone|cualquiera|nadie|nobody|no one|none)\b", _I
)
_OPENS_WITH_PART: Final = re.compile(
    r"\W*(?:casi (?:tod[oa]s|todo el mundo)|(?:almost|nearly) (?:all|everyone|everybody)|la mayor(?:ía| parte)|most"
    r"|many|some|a few|several|algun[oa]s|much[oa]s|vari[oa]s|poc[oa]s|few)\b",
    _I,
)
_NOT_QUITE: Final = r"(?<!\bcasi )(?<!\bno )(?<!\bnot )(?<!\balmost )(?<!\bnearly )(?<!\bhardly )"
_ALWAYS: Final = re.compile(
    rf"{_NOT_QUITE}\b(?:siempre(?! (?:que|y cuando)\b)|nunca|jamás|always|never|in (?:all|every) cases?"
    r"|en todos los casos|sin excepción|without exception)\b",
    _I,
)
_SELDOM: Final = (
    r"a veces|en ocasiones|ocasionalmente|de vez en cuando|rara vez|raramente|apenas|casi nunca|sometimes|occasionally"
    r"|at times|now and then|rarely|seldom|hardly ever|almost never|nearly never"
)
_AT_TIMES: Final = re.compile(
    rf"\b(?:{_SELDOM}|a menudo|normalmente|generalmente|por lo general|en general|habitualmente|frecuentemente"
    r"|con frecuencia|suelen?|sol[íi]an?|tienden? a|tends? to|casi siempre|no siempre|usually|often"
    r"|generally|normally|typically|mostly|frequently|in general"
    r"|almost always|nearly always|not always"
    r"|(?:in|en) (?:some|many|most|certain|algunos|ciertos|determinados|muchos|la mayoría de los) (?:cases|casos))\b",
    _I,
)
# What a claim that is all the rest of a sentence leaves out.
_RESTRICTED: Final = re.compile(
    rf"\b(?:{_SELDOM}|(?:in|for|to|with|among|en|a|para|con|entre) "
    r"(?:some|certain|a few|a minority of|algun[oa]s|ciert[oa]s|determinad[oa]s|un[oa]s poc[oa]s|poc[oa]s)"
    r" (?:of the |de l[oa]s )?(?P<noun>[^\W\d_]{3,}))\b",
    _I,
)
_OFTEN: Final = """
veces ocasiones ocasionalmente vez rara raramente apenas casi sometimes occasionally times now rarely seldom hardly
almost nearly menudo normalmente generalmente general habitualmente frecuentemente frecuencia suele suelen solia solian
tiende tienden tend tends siempre usually often generally normally typically mostly frequently always cases casos
"""
_OFTEN_WORDS: Final = frozenset(_OFTEN.split())
_SOME: Final = """
some certain few minority algunos algunas ciertos ciertas determinados determinadas unos unas pocos pocas
"""
_RESTRICTED_WORDS: Final = _OFTEN_WORDS | frozenset(_SOME.split())
_KEPT: Final = re.compile(
    r"\b(?:a veces|ocasion\w*|vez|raramente|apenas|casi|algun[oa]s?|algún|ciert[oa]s?|determinad[oa]s?|poc[oa]s"
    r"|part\w*|mayor(?:ía|es)?|much[oa]s?|vari[oa]s|normal\w*|general\w*|habitual\w*|frecuen\w*|a menudo|puede\w*"
    r"|pued[ae]n?|podr\w+|no tod[oa]s?|no siempre|sometimes|occasion\w*|at times|rare\w*|seldom|hardly|almost|nearly"
    r"|some|certain|few|most\w*|many|several|minority|usual\w*|often|typical\w*|frequent\w*|not (?:all|every|always)"
    r"|can|could|may|might|suele\w*|tend\w*)\b",
    _I,
)
_ONLY: Final = re.compile(
    r"(?<!\bno )(?<!\bnot )(?<!\bun )(?<!\buna )\b(?:only|solo|sólo|solamente|únicamente|exclusivamente|exclusively)\b"
    r"(?! [€$£]?\d)",
    _I,
)
_ONLY_WORDS: Final = frozenset(("only", "solo", "solamente", "unicamente", "exclusivamente", "exclusively"))
_ANYONE: Final = re.compile(r"\b(?:anyone|anybody|everyone|everybody|cualquiera|todo el mundo|quien quiera)\b", _I)
_LIMITING: Final = re.compile(
    r"\b(?:only|sol[oa]s?|sólo|solamente|únic\w*|exclu\w*|just|limit\w*|restrict\w*|restring\w*|reserv\w*|must|need\w*"
    r"|requi\w*|excep\w*|salvo|unless|without|sin|no|not|cannot|nadie|nobody|none|sole\w*|alone|but|pero|if|si"
    r"|deb\w+|siempre que|provided)\b|n't\b",
    _I,
)
_FOR_SOME: Final = re.compile(
    r"\b(?:only|sólo|solo|solamente|únic\w*|exclusiv\w*|limit\w*|restrict\w*|restring\w*|reserv\w*)\b", re.IGNORECASE
)
_HINT_WORDS: Final = """
almost nearly casi algunos algunas ciertos ciertas determinados determinadas mayoria mayor mucho muchos muchas varios
varias some certain most many several part few pocos pocas veces ocasiones ocasionalmente vez raramente apenas menudo
normalmente generalmente general habitualmente frecuentemente frecuencia siempre sometimes occasionally times rarely
seldom hardly usually often generally normally typically mostly frequently always anyone anybody everyone everybody
cualquiera mundo quien minority only solo solamente unicamente exclusivamente exclusively
suele suelen solia solian tiende tienden tend tends
lunes martes miercoles jueves viernes sabados domingos laborables semana monday mondays tuesdays wednesdays thursdays
fridays saturdays sundays weekday weekdays weekend weekends mayores menores partir over under older younger aged least
abundantes numerosos numerosas numerous plenty lots escasos escasas barely scarcely
"""
# A sentence with none of these words says nothing of how much or how often.
QUANTIFYING: Final = frozenset(_HINT_WORDS.split())
# Nor does one with none of these say which of many it means.
PICKING: Final = frozenset(("who", "that", "que", "with", "con", "without", "sin"))
# They count, and are no part of what is counted.
_COUNTING_WORDS: Final = """
every everyone everybody everything anyone anybody nobody always never usually often todo mundo cualquiera siempre nunca
"""
_COUNTING: Final = frozenset(_COUNTING_WORDS.split())
_COVERED: Final = 0.75
_ENOUGH: Final = 0.6
_SAME: Final = 0.9
_MUCH: Final = re.compile(r"\b(?:much[oa]s|numeros[oa]s|abundantes|many|numerous|plenty of|lots of)\b", _I)
_LITTLE: Final = re.compile(r"\b(?:apenas|poc[oa]s|escas[oa]s|hardly any|scarcely any|barely any|(?<!a )few)\b", _I)
_EVERY_DAY: Final = re.compile(
    r"\b(?:todos los d[íi]as|cada d[íi]a|a diario|los siete d[íi]as|every (?:single )?day|seven days a week"
    r"|all week)\b",
    _I,
)
_SOME_DAYS: Final = re.compile(
    r"\b(?:de lunes a (?:jueves|viernes|sábado)|(?:d[íi]as )?laborables|entre semana|fin(?:es)? de semana"
    r"|(?:from )?monday (?:to|through) (?:thursday|friday|saturday)|monday[-–](?:friday|saturday)|weekdays?"
    r"|weekends?"
    r"|(?:los|on) (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days))\b",
    _I,
)
_ANY_AGE: Final = re.compile(r"\b(?:(?:de )?(?:cualquier edad|todas las edades)|(?:of )?(?:any age|all ages))\b", _I)
_SOME_AGE: Final = re.compile(
    r"\b(?:(?:mayores|menores) de|a partir de(?: los)?|(?:over|under|older than|younger than|aged|at least))"
    r"(?: the age of)? \d",
    _I,
)
# A claim with the first of a pair says more than a sentence with the second.
_MORE_AND_LESS: Final = (
    (_MUCH, _LITTLE), (_LITTLE, _MUCH), (_EVERY_DAY, _SOME_DAYS), (_ANY_AGE, _SOME_AGE),
)  # fmt: skip
_EACH: Final = re.compile(
    rf"{_NOT_QUITE}\b(?:tod[oa]s|cualquier|all|every|each|any)(?: (?:of|the|los|las|sus|its|their))*"
    r" (?P<noun>[^\W\d_]{3,})",
    _I,
)
_OUT_OF: Final = re.compile(
    r"\b(?P<some>\w+) (?:of|de) (?:the|its|their|these|los|las|sus) (?P<all>\d+|[^\W\d_]+) (?P<noun>[^\W\d_]{3,})\b", _I
)
_AIMED: Final = re.compile(r" (?:for|to|para|al?|por|by)\b", _I)
_FOR_ALL: Final = re.compile(
    r"\b(?:for|to|para|al?|by|por) (?:todos|todas|all|everyone|everybody|anyone|cualquiera)\b", _I
)
# The many of whom a clause without a comma says which.
_RELATIVE: Final = re.compile(r"\b[^\W\d_]{3,}(?:s|en|people) (?P<relative>who|that|que|with|con|without|sin)\b", _I)
_NEAR: Final = 8  # code points: `only the managers`
_LIST: Final = re.compile(
    r"(?<![^\W\d_])[^\W\d_]++(?:, (?:(?:the|los|las) )?[^\W\d_]+){0,4},?"
    r" (?:and|or|y|e|o|u) (?:(?:the|los|las|el|la) )?[^\W\d_]+",
    _I,
)


def find_widened(sentence: str, claim: str) -> Iterator[tuple[str, str]]:
    """Yield a reason and what a sentence says, where a claim makes more of it: all of some, only some of all."""
    said = words_in(sentence)
    if QUANTIFYING.isdisjoint(said):
        return
    only = _find_only(claim)
    words = [word for word in read_words(claim) if word.stem and word.plain not in _COUNTING]
    if only:  # what follows at once names the few, and is no part of what they do
        named = next((word for word in words if word.start >= only.end()), None)
        words = [word for word in words if word is not named]
    if not _ONLY_WORDS.isdisjoint(said) and _is_of_others(sentence, claim):
        yield "restriction-lost", _found(_ONLY, sentence)
    if _share(read_vocabulary(sentence), words) < _ENOUGH:
        return
    kept = _PART.search(claim) is not None
    yield from (("part", found) for found in _widen(sentence, claim) if not kept)
    yield from _take_all(sentence, claim, words)
    opening = _OPENS_WITH_PART.match(sentence)
    if opening and not kept and _says_of_all(sentence, opening, claim):
        yield "part", opening[0].strip()
    free = _ANYONE.search(sentence) if only else None
    if free and not _LIMITING.search(sentence[: free.end()]) and not _FOR_SOME.search(sentence):
        yield "restriction-added", free[0]


def _take_all(sentence: str, claim: str, words: Sequence[Word]) -> Iterator[tuple[str, str]]:
    """Yield how often or of how many a sentence tells something of which a claim says more."""
    said = words_in(sentence)
    often = None if _OFTEN_WORDS.isdisjoint(said) else _AT_TIMES.search(sentence)
    if often and _ALWAYS.search(claim) and not _ALWAYS.search(sentence) and not _AT_TIMES.search(claim):
        yield "part", often[0]
    restricted = None if _RESTRICTED_WORDS.isdisjoint(said) else _RESTRICTED.search(sentence)
    if restricted and not _KEPT.search(claim) and _is_all_the_rest(sentence, restricted, words):
        yield "part", restricted[0]
    # In general, it holds; it turns sound, typically a voice, into signals.
    aside = often is not None and (sentence.endswith(", ", 0, often.start()) or sentence.startswith(",", often.end()))
    if often and not aside and not _KEPT.search(claim) and _is_all_the_rest(sentence, often, words):
        yield "part", often[0]
    known = read_vocabulary(sentence)
    for more, less in _MORE_AND_LESS:
        told = more.search(claim)
        limited = less.search(sentence) if told else None
        if told is None or limited is None or less.search(claim) or more.search(sentence):
            continue
        if _share(known, [word for word in words if not told.start() <= word.start < told.end()]) >= _COVERED:
            yield "part", limited[0]


def find_part(sentence: str, claim: str) -> str | None:
    """Return how many of how many a sentence tells of, where a claim tells of all: 3 of the 8 members, 8 members."""
    found = _OUT_OF.search(sentence)
    if (
        found is None
        or _OUT_OF.search(claim)
        or not (found["all"].isdigit() or strip_accents(found["all"]) in NUMBER_WORDS)
    ):
        return None
    of_all = re.search(rf"\b{re.escape(found['all'])} {re.escape(found['noun'])}\b", claim, _I)
    some = re.search(rf"\b{re.escape(found['some'])}\b", claim, _I)
    return found[0] if of_all and not some else None


def _find_only(claim: str) -> re.Match[str] | None:
    return None if _ONLY_WORDS.isdisjoint(words_in(claim)) else _ONLY.search(claim)


def find_added_restriction(text: str, claim: str) -> str | None:
    """Return the word that restricts what a claim repeats of a text, which restricts nothing; None: there is none."""
    only = _find_only(claim)
    if only is None or _LIMITING.search(text):
        return None
    ours, theirs = ([word for word in read_words(each) if word.stem] for each in (claim, text))
    if _share(Vocabulary(theirs), ours) < 1:
        return None
    known = Vocabulary(ours)
    left_out = [word for word in theirs if not known.has(word)]
    same = len(left_out) <= (1 - _SAME) * len(theirs) or _are_listed(text, left_out, known)
    return only[0] if same else None


def _are_listed(text: str, words: Sequence[Word], told: Vocabulary) -> bool:
    """Say whether some words of a text stand in a list of which a claim tells another member: adults and children."""
    for found in _LIST.finditer(text):
        members = [word for word in read_words(text) if found.start() <= word.start < found.end() and word.stem]
        if all(word in members for word in words):
            return any(told.has(word) for word in members)
    return False


def _says_of_all(sentence: str, opening: re.Match[str], claim: str) -> bool:
    """Say whether a claim is all of a sentence but for the words that make it one of some: some shops, the shops."""
    if _KEPT.search(claim) or _OPENS_WITH_ALL.match(claim):
        return False
    rest = [word for word in read_words(sentence) if word.stem and word.start >= opening.end()]
    ours = [word for word in read_words(claim) if word.stem]
    return _share(Vocabulary(ours), rest) == 1 and _share(Vocabulary(rest), ours) == 1


def _is_of_others(sentence: str, claim: str) -> bool:
    """Say whether a claim says of others, or of all, what a sentence says of some only: only managers, employees."""
    only = _ONLY.search(sentence)
    if only is None or _LIMITING.search(claim):
        return False
    theirs = [word for word in read_words(sentence) if word.stem and not only.start() <= word.start < only.end()]
    named = next((word for word in theirs if word.start >= only.end()), None)
    ours = [word for word in read_words(claim) if word.stem and word.plain not in _COUNTING]
    if named is None or named.start - only.end() > _NEAR or Vocabulary(ours).has(named):
        return False
    first, aimed = named is theirs[0], _AIMED.match(sentence, only.end()) is not None
    rest = [word for word in theirs if word is not named]
    others = [word for word in ours if not Vocabulary(theirs).has(word)]
    anyone = any(pattern.search(claim) for pattern in (_OPENS_WITH_ALL, _ANYONE, _FOR_ALL))
    if not rest or not (first or aimed):
        return False
    return _share(Vocabulary(ours), rest) == 1 and ((anyone and not others) or len(others) == 1)


def find_relative(sentence: str, claim: str) -> str | None:
    """Return what a sentence says of which ones it means, where a claim is all the rest of it: employees who passed."""
    ours = [word for word in read_words(claim) if word.stem and word.plain not in _COUNTING]
    if not ours or PICKING.isdisjoint(words_in(sentence)) or _share(read_vocabulary(sentence), ours) < 1:
        return None
    theirs = [word for word in read_words(sentence) if word.stem]
    told = Vocabulary(ours)
    left_out = [word for word in theirs if not told.has(word)]
    if not left_out:
        return None
    found = _RELATIVE.search(sentence)
    if found is None or left_out[0].start < found.end() or _RELATIVE.search(claim) or _LIMITING.search(claim):
        return None
    run = [word for word in theirs if left_out[0].start <= word.start <= left_out[-1].start]
    goes_on = any(word.start > left_out[-1].start for word in theirs)
    near = not any(found.end() <= word.start < left_out[0].start for word in theirs)
    return found["relative"] if near and goes_on and len(run) == len(left_out) else None


def find_modifier(sentence: str, claim: str) -> str | None:
    """Return the word that says which ones a sentence means, where a claim says all of them: new customers."""
    widened = {word.stem for found in _EACH.finditer(claim) for word in read_words(found["noun"]) if word.stem}
    widened -= _nouns(sentence) if widened else set()
    if not widened:
        return None
    theirs = [word for word in read_words(sentence) if word.stem]
    ours = [word for word in read_words(claim) if word.stem and word.plain not in _COUNTING]
    told = Vocabulary(ours)
    left_out = [word for word in theirs if not told.has(word)]
    if len(left_out) != 1 or _share(Vocabulary(theirs), ours) < 1:
        return None
    place = theirs.index(left_out[0])
    beside = theirs[max(0, place - 1) : place + 2]
    return left_out[0].text if any(word.stem in widened for word in beside) else None


def _found(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[0] if found else ""


def _widen(sentence: str, claim: str) -> Iterator[str]:
    """Yield `some` of a sentence that has become `all` in a claim."""
    partial, whole = _OPENS_WITH_PART.match(sentence), _OPENS_WITH_ALL.match(claim)
    if partial and whole and not _ALL.match(sentence):
        yield partial[0].strip()
    widened = _nouns(claim)
    widened -= _nouns(sentence) if widened else set()
    for found in _PART.finditer(sentence) if widened else ():
        noun = read_words(found["noun"])
        if noun and noun[0].stem in widened:
            yield found[0]


def _nouns(text: str) -> set[str]:
    return {word.stem for found in _ALL.finditer(text) for word in read_words(found["noun"]) if word.stem}


def _is_all_the_rest(sentence: str, found: re.Match[str], claim: Sequence[Word]) -> bool:
    rest = [word for word in read_words(f"{sentence[: found.start()]} {sentence[found.end() :]}") if word.stem]
    ours, known = Vocabulary(claim), Vocabulary(rest)
    told = (
        found.re is _RESTRICTED
        and found["noun"] is not None
        and any(ours.has(word) for word in read_words(found["noun"]))
    )
    return not told and _share(ours, rest) >= _COVERED and _share(known, claim) >= _COVERED


def _share(known: Vocabulary, words: Sequence[Word]) -> float:
    return sum(known.has(word) for word in words) / len(words) if words else 0.0
