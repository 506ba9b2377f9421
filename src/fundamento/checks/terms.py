"""Names and key terms of a claim: some cited fragment has each."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.additions import find_additions
from fundamento.checks.context import Check, Context
from fundamento.checks.declared import find_strange_disclosures
from fundamento.checks.figures import NUMBER_WORDS
from fundamento.checks.markup import find_markup
from fundamento.checks.mentions import find_mentions
from fundamento.checks.openers import find_start
from fundamento.checks.passages import split_sentences
from fundamento.checks.places import find_written, place_in_claim
from fundamento.checks.quantities import read_quantities
from fundamento.checks.roles import find_swapped_roles
from fundamento.checks.wording import (
    Vocabulary,
    Word,
    even,
    even_claim,
    find_words,
    look_up,
    read_vocabulary,
    read_words,
    spellings,
    words_in,
)
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.fragments import Fragment
from fundamento.quotes.markup import hide_markup
from fundamento.spans import Span
from fundamento.text.language import find_sure_language, may_share_language
from fundamento.text.promises import (
    AUTOMATIC,
    CONFIDENTIAL,
    FREE,
    GUARANTEES,
    LASTING,
    MANDATORY,
    UNLIMITED,
    UNPAID,
)
from fundamento.text.stems import stem_word, strip_accents
from fundamento.text.vocabulary import WordPattern, lru_cache

_OPENS_SENTENCE: Final = re.compile(r"(?:^|[.!?…:;»”\"(\n])[\s\"«“'(¿¡\-–—*•]*$")
_LINKS_WORDS: Final = """
de del la las los el of the for von van da do di
"""
_INSIDE: Final = frozenset(_LINKS_WORDS.split())
_LINKS: Final = _INSIDE | {"y", "e", "and"}
_KEPT_UP_TO: Final = 20_000
_LINKED: Final = 4
_COVERED: Final = 0.75
_HALF: Final = 0.5
_BESIDE, _ENOUGH = 3, 5  # words of one sentence of a claim, and of a claim, to expect one of them in what it cites
_LETTERS: Final = 8  # of initials
_INITIALS: Final = re.compile(r"\w(?:\.\w)+")
_BRAND: Final = re.compile(r"[a-z][A-Z][A-Za-z]+")  # iOS, eBay
_QUARTER: Final = re.compile(r"[QT][1-4]")
_ROMAN: Final = re.compile(r"[IVXLC]+")
# Capitalised by convention, or by courtesy: no names.
_COMMON_WORDS: Final = """
i i'm i've i'll i'd yes no ok monday tuesday wednesday thursday friday saturday sunday lunes martes miercoles
jueves viernes sabado domingo january february march april may june july august september october november
december enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre mr
mrs ms dr sr sra dra don dona english spanish espanol ingles dios god internet web iva vat eur usd gbp pdf url
id am pm ad bc aka tv faq
"""
_COMMON: Final = frozenset(_COMMON_WORDS.split())
# What the same thing is called otherwise.
_ALIASES: Final[tuple[frozenset[str], ...]] = tuple(
    frozenset(names.split("|"))
    for names in (
        "us|usa|u.s|u.s.a|eeuu|ee.uu|ee|uu|unidos|united|states|america|american|americano|estadounidense",
        "uk|u.k|united kingdom|reino unido|britain|british|gran bretana|britanico|great britain|england|inglaterra",
        "ue|eu|union europea|european union|europa|europe|european|europeo",
        "urss|ussr|union sovietica|soviet union|sovietic|soviet|sovietico|sovietica",
        "onu|un|naciones unidas|united nations",
        "otan|nato",
        "espana|espanol|espanola|spain|spanish|spaniard",
        "francia|frances|francesa|france|french",
        "alemania|aleman|alemana|germany|german",
        "italia|italiano|italiana|italy|italian",
        "holanda|holandes|holandesa|neerlandes|netherlands|dutch|holland",
        "grecia|griego|griega|greece|greek",
        "suiza|suizo|switzerland|swiss",
        "suecia|sueco|sueca|sweden|swedish",
        "dinamarca|danes|danesa|denmark|danish",
        "finlandia|finlandes|finland|finnish",
        "polonia|polaco|polaca|poland|polish",
        "turquia|turco|turca|turkey|turkish",
        "irlanda|irlandes|ireland|irish",
        "escocia|escoces|escocesa|scotland|scottish",
        "gales|wales|welsh",
        "china|chino|chinese",
        "japon|japones|japonesa|japan|japanese",
        "india|indio|indian",
        "peru|peruano|peruana|peruvian",
        "cuba|cubano|cubana|cuban",
        "iran|irani|iranian",
        "irak|iraq|iraqi|iraqui",
        "chile|chileno|chilena|chilean",
        "tailandia|tailandes|thailand|thai",
        "filipinas|filipino|philippines",
        "rumania|rumano|romania|romanian",
        "egipto|egipcio|egypt|egyptian",
    )
)
_UNLIMITED: Final = r"ilimitad\w+|sin límites?|unlimited|limitless|no limits?|cuantos quiera\w*"
# What holds always holds of each, or whenever something is so; how often it holds is for the qualifiers.
_ALWAYS: Final = (
    r"siempre|always|ever|at all times|en todo momento|en (?:cualquier|ning[uú]n) (?:caso|momento)|(?:any|every)"
    r" case"
    r"|at any time|24/7|nunca|jamás|never|sin excepci[oó]n\w*|without exceptions?|invariabl\w+|constant\w*|continu\w"
    r"+"
    r"|cada|tod[oa]s?|each|every\w*|all|any|whenever|automátic\w+|automatic\w*"
    r"|a veces|a menudo|suelen?|normalmente|generalmente|raramente|usually|sometimes|often|rarely|generally"
)
# Who denies a promise makes none.
_DENIED: Final = re.compile(r"(?:\b(?:no|not|nunca|never|cannot|ni|nor|tampoco)\b|n't\b)[^,.;:]{0,40}\Z", re.IGNORECASE)

# Promises that matter: each group is one promise, and the claim that makes it needs a source that does.
_PROMISES: Final[tuple[str, ...]] = (
    r"gratis|gratu\w+|free|complimentary|regal\w+|included?|incluid\w+|" + UNPAID,
    _UNLIMITED,
    r"oblig\w+|mandatory|compulsory|requ[ei]\w+|deb[eéí]\w*|tiene[ns]? que|must|exig\w+|imprescindible|necesari\w+",
    r"garantiza\w*|garantías?|asegura\w*|guarantee\w*|warrant\w+|ensur\w+|assur\w+",
    r"vitalici[oa]s?|de por vida|para siempre|lifetime|for life|forever|permanent\w*|indefini\w+|perpetu\w+"
    r"|nunca|jamás|never|(?:no|not) (?:caduc|expir)\w+|" + _UNLIMITED,
    r"confidencial\w*|confidential\w*|secret\w*",
    r"automá?tic\w*|auto[^\W\d_]+|por sí (?:sol[oa]|mism[oa])s?|\w*sel(?:f|ves)|on its own|unattended|siempre|always",
    _ALWAYS,
)  # fmt: skip
_PROMISE: Final = tuple(WordPattern(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE) for pattern in _PROMISES)
# It is always so, and not: as always, almost always, always provided that.
_EVER: Final = (
    r"(?<!para )(?<!como )(?<!casi )(?<!no )\bsiempre\b(?! (?:que|y cuando)\b)"
    r"|(?<!as )(?<!not )(?<!n't )(?<!almost )(?<!nearly )\balways\b"
)
_CHECKED: Final = tuple(
    WordPattern(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    for words in (FREE, UNLIMITED, MANDATORY, GUARANTEES, LASTING, CONFIDENTIAL, AUTOMATIC, _EVER)
)


_PROMISING: Final = (
    "grat", "free", "complim", "ilimit", "limit", "unlimit", "oblig", "mandat", "compuls", "garant", "guarant",
    "vital", "vida", "life", "confid", "siempre", "forever", "indefini", "perman", "always", "autom",
)  # fmt: skip


def _look_for(text: str) -> tuple[Sequence[Sequence[Word]], Sequence[int]]:
    """Return the names of an evened text and the kinds of promises that it makes."""
    names = list(find_names(text))
    if names:
        measures = [(each.head, each.end) for each in read_quantities(text).numbers]
        names = [name for name in names if not any(start <= name[0].start < end for start, end in measures)]
    if not any(word.startswith(_PROMISING) for word in words_in(text)):
        return names, ()
    found = ((index, pattern.search(text)) for index, pattern in enumerate(_CHECKED))
    return names, [index for index, term in found if term and not _DENIED.search(text, 0, term.start())]


_kept_look = lru_cache(maxsize=512)(_look_for)


def find_unsupported_terms(claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding]:
    """Find the names, promises (free, unlimited, always) and markup of a claim that no cited fragment has.

    A claim of which they have no word at all is one finding. The fragments count together. What the question names may
    be named. `detail` holds `term`, as the claim writes it.
    """
    if not evidence.fragments:
        return ()
    text = even_claim(claim.text)
    names, promises = (_kept_look if len(text) <= _KEPT_UP_TO else _look_for)(text)
    sources = [_source_of(fragment) for fragment in evidence.fragments]
    found = [
        Finding(CheckId.TERM_UNSUPPORTED, "promise-in-no-fragment", detail={"term": term[0]}, span=_at(claim, term))
        for index in promises
        if (term := _CHECKED[index].search(text)) and not any(_PROMISE[index].search(source) for source in sources)
    ]
    given = [fragment.text for fragment in evidence.fragments]
    titles = [fragment.document or "" for fragment in evidence.fragments]
    found += [
        Finding(CheckId.TERM_UNSUPPORTED, "markup-in-no-fragment", detail={"term": each})
        for each in find_markup(claim.text, given, (context.question, *titles))
    ]
    if names and _same_language(text, sources):
        unknown = _find_unknown(text, names, sources, context.question)
        mentions = find_mentions(text, context.fragments) if unknown else ()
        for name in unknown:
            if any(each.start <= name[0].start < each.end for each in mentions):
                continue
            span = place_in_claim(claim.text, name[0].start, name[-1].end)
            detail = {"term": text[name[0].start : name[-1].end]}
            found.append(Finding(CheckId.TERM_UNSUPPORTED, "name-in-no-fragment", detail=detail, span=span))
    if not found:
        swapped = [pair for source in sources if (pair := find_swapped_roles(text, source))]
        if len(swapped) == len(sources):
            found.append(Finding(CheckId.TERM_UNSUPPORTED, "roles-swapped", detail={"term": " / ".join(swapped[0])}))
    if not found:
        for each in _sharing_nothing(text, names, sources):
            at = find_written(claim.text, each)
            found.append(Finding(CheckId.TERM_UNSUPPORTED, "nothing-shared", detail={"term": each}, span=at))
    if not found and _same_language(text, sources):
        additions = find_additions(text, evidence, len(context.fragments))
        found += [
            Finding(CheckId.TERM_UNSUPPORTED, why, detail={"term": term}, span=find_written(claim.text, term))
            for why, term in additions
        ]
    return found


def _at(claim: Claim, found: re.Match[str]) -> Span:
    return place_in_claim(claim.text, found.start(), found.end())


CHECKS: Final[tuple[Check, ...]] = (
    Check(
        CheckId.TERM_UNSUPPORTED,
        Family.EVIDENCE,
        claim=find_unsupported_terms,
        answer=find_strange_disclosures,
        conflicts=True,
    ),
)


def _sharing_nothing(text: str, names: Sequence[Sequence[Word]], sources: Sequence[str]) -> list[str]:
    """Return what no source has a word of: the claim, or sentences of it, which are claims of their own."""
    lang, sentences = find_sure_language(text), split_sentences(text)
    if _shares_nothing(text, names, sources, lang):
        return [text]
    return [each for each in sentences if len(sentences) > 1 and _shares_nothing(each, (), sources, lang, _BESIDE)]


def _shares_nothing(
    text: str, names: Sequence[Sequence[Word]], sources: Sequence[str], lang: str | None, enough: int = _ENOUGH
) -> bool:
    """Say whether no source has a word of what a claim says, in the claim's own language and without numbers.

    Numbers have rules of their own, and may be all that a claim has of a table.
    """
    lang = find_sure_language(text) or lang
    if lang is None or any(map(str.isdigit, text)) or not NUMBER_WORDS.isdisjoint(words_in(text)):
        return False
    start = find_start(text)
    words = [word for word in read_words(text) if word.start >= start and word.stem]
    if len(words) < enough or any(not spellings(each).isdisjoint([word.text for word in words]) for each in sources):
        return False
    if any(find_sure_language(source) != lang for source in sources):
        return False
    wanted = frozenset(_sought(text, names))
    known = [_vocabulary_of(source, wanted) for source in sources]
    return not any(_is_known(word, known, set()) for word in words)


def _find_unknown(
    text: str, names: Sequence[Sequence[Word]], sources: Sequence[str], question: str
) -> list[Sequence[Word]]:
    """Return the names that no source has, where the sources have most of what the claim says besides."""
    wanted = frozenset(_sought(text, names))
    vocabulary = [_vocabulary_of(source, wanted) for source in sources]
    asked = _vocabulary_of(even(question), wanted)
    named = {word.start for name in names for word in name}
    rest = [word for word in read_words(text) if word.stem and word.start not in named]
    # Where the claim has hardly a word of its sources, it is told in other words, and names may be too.
    if sum(any(source.has(word) for source in vocabulary) for word in rest) < _COVERED * len(rest):
        names = [name for name in names[:1] if _is_replaced(text, name, rest, sources)]
    if not names:
        return []
    shouted = any(word.text.isupper() for name in names for word in name)
    initials = set().union(*(_initials_of(source) for source in sources)) if shouted else set()
    known = [*vocabulary, asked]
    return [
        name
        for name in names
        if not (any(_is_known(word, known, initials) for word in name) or _abbreviates(name, known, sources))
        or _is_another(name, known, text, sources)
        or _is_namesake(name, known, text, sources)
    ]


def _is_replaced(text: str, name: Sequence[Word], rest: Sequence[Word], sources: Sequence[str]) -> bool:
    """Say whether a claim begins with a person, and a sentence that has half of the rest names another one in turn."""
    if not _is_person(name) or text[: name[0].start].strip(" ¿¡\"'«“(") or not rest:
        return False
    told = read_vocabulary(text)
    short = (source for source in sources if len(source) <= _KEPT_UP_TO)
    for sentence in (each for source in short for each in split_sentences(source)):
        known = read_vocabulary(sentence)
        if sum(known.has(word) for word in rest) < _HALF * len(rest):
            continue
        if any(_is_person(other) and not any(told.has(word) for word in other) for other in find_names(sentence)):
            return True
    return False


def _is_person(name: Sequence[Word]) -> bool:
    return 2 <= len(name) <= _LINKED and all(word.text.istitle() and word.text.isalpha() for word in name)


def _sought(text: str, names: Sequence[Sequence[Word]]) -> Iterator[str]:
    """Yield what is looked for in the sources: the words of a claim, their parts, and other names of the same."""
    for word in read_words(text):
        if not word.stem:
            continue
        pieces = re.split(r"[-'.&]", word.plain)
        yield from (word.plain, word.stem, *pieces, *map(stem_word, pieces))
    for name in names:
        yield "".join(word.plain[0] for word in name)
        for word in name:
            yield from _alike(word)


def _alike(word: Word) -> frozenset[str]:
    """Return the names that the same thing has, as far as they are known."""
    bare = word.plain.replace(".", "")
    return next((group for group in _ALIASES if bare in group or word.stem in group), frozenset())


def _source_of(fragment: Fragment) -> str:
    text = hide_markup(fragment.text, links=False)
    return (_kept_source if len(text) > _KEPT_UP_TO else even)(f"{text}\n{_labels(fragment)}")


# To even out a book takes longer than to look something up in it.
_kept_source = lru_cache(maxsize=2)(even)


def _labels(fragment: Fragment) -> str:
    labels = (fragment.document, fragment.version, *fragment.section)
    return " ".join(re.sub(r"[-_@:/.]", " ", label) for label in labels if label)


def _same_language(text: str, sources: Sequence[str]) -> bool:
    """Say whether a source is in the claim's language: names of places and bodies are translated."""
    return any(may_share_language(text, source) for source in sources)


def find_names(text: str) -> Iterator[tuple[Word, ...]]:
    """Return the names of an evened text: words with a capital, and what mixes letters and figures.

    A capital at the beginning of a sentence only counts where another one follows at once.
    """
    words = read_words(text)
    run: list[Word] = []
    for index, word in enumerate(words):
        if not _is_name(word):
            continue
        if run and not _goes_on(text, words, index, run[-1]):
            yield from _close(text, run)
            run = []
        run.append(word)
    if run:
        yield from _close(text, run)


def _goes_on(text: str, words: Sequence[Word], index: int, last: Word) -> bool:
    """Say whether a word follows the last one of a name at once, or with no more than links between: of, de la."""
    end = words[index].start
    for word in reversed(words[max(0, index - _LINKED) : index + 1]):
        if word.end < last.start or (word.end != words[index].end and word is not last and word.plain not in _INSIDE):
            return False
        if word is last:
            return text[last.end : end] in (" ", "-")
        if word is not words[index] and text[word.end : end] not in (" ", "-"):
            return False
        end = word.start
    return False


def _is_name(word: Word) -> bool:
    if (
        not (word.is_capital or _BRAND.fullmatch(word.text))
        or word.plain in _COMMON
        or word.plain in NUMBER_WORDS
        or len(word.text) > 40
    ):
        return False
    if _ROMAN.fullmatch(word.text) or _QUARTER.fullmatch(word.text) or _INITIALS.fullmatch(word.text):
        return False
    if word.is_identifier:
        return word.text[0].isalpha()
    return bool(word.stem) and len(word.text) > 1


def _close(text: str, run: Sequence[Word]) -> Iterator[tuple[Word, ...]]:
    first = run[0]
    if _OPENS_SENTENCE.search(text, max(0, first.start - 8), first.start) and not _stands_out(first):
        run = run[1:] if len(run) == 1 else run
    if run:
        yield tuple(run)


def _stands_out(word: Word) -> bool:
    return word.is_identifier or sum(character.isupper() for character in word.text) > 1


def _vocabulary_of(text: str, wanted: frozenset[str]) -> Vocabulary:
    return read_vocabulary(text) if len(text) <= _KEPT_UP_TO else look_up(text, wanted)


def _is_known(word: Word, sources: Sequence[Vocabulary], initials: set[str]) -> bool:
    if any(source.has(word) or source.has_stem(word.stem) for source in sources):
        return True
    pieces = [piece for piece in re.split(r"[-'.&]", word.plain) if len(piece) > 1]
    if len(pieces) > 1 and all(
        any(source.has_stem(piece) or piece in source.stems for source in sources) for piece in pieces
    ):
        return True
    if word.text.isupper() and word.plain.replace(".", "") in initials:
        return True
    return any(
        other in source.stems or source.has_stem(other)
        for other in _alike(word)
        for source in sources
        if " " not in other
    )


def _abbreviates(name: Sequence[Word], known: Sequence[Vocabulary], sources: Sequence[str]) -> bool:
    """Say whether the sources have the initials of a name, or the name of some initials: NFL, USAL."""
    initials = "".join(word.plain[0] for word in name)
    if len(name) > 1:
        return any(initials in source.stems for source in known)
    word = name[0]
    if not word.text.isupper() or not 2 < len(word.text) <= _LETTERS:
        return False
    return any(_is_made_of(word.plain, each) for source in sources for each in _runs_of(source))


def _is_made_of(letters: str, words: tuple[str, ...]) -> bool:
    """Say whether some letters are the beginnings of words, one after the other: Universidad de Salamanca, USAL."""
    if not words:
        return not letters
    return any(
        letters[:size] == words[0][:size] and _is_made_of(letters[size:], words[1:])
        for size in range(1, min(len(letters), len(words[0]), 4) + 1)
    )


def _is_another(name: Sequence[Word], known: Sequence[Vocabulary], text: str, sources: Sequence[str]) -> bool:
    """Say whether the sources go on otherwise after the first word of a name: Ana Ruiz, Ana Pérez."""
    first, rest = name[0], name[1:]
    if not rest or any(source.has(word) or source.has_stem(word.stem) for word in rest for source in known):
        return False
    told = read_vocabulary(text)
    followed = [word for source in sources for word in _followers(first, source)]
    return bool(followed) and all(_is_name(word) and not told.has(word) for word in followed)


def _is_namesake(name: Sequence[Word], known: Sequence[Vocabulary], text: str, sources: Sequence[str]) -> bool:
    """Say whether the sources have the last name of a person after another first name only: Ana Ruiz, Pablo Ruiz."""
    if not _is_person(name) or any(source.has(name[0]) or source.has_stem(name[0].stem) for source in known):
        return False
    told = read_vocabulary(text)
    others = [
        other
        for source in sources
        if len(source) <= _KEPT_UP_TO
        for other in find_names(source)
        if other[-1].plain == name[-1].plain
    ]
    return bool(others) and all(_is_person(other) and not told.has(other[0]) for other in others)


def _followers(first: Word, source: str) -> Iterator[Word]:
    """Yield the words that stand right behind a capitalised one in a source."""
    for found in re.finditer(rf"(?<![\w'.&-]){re.escape(first.text)} (?=\w)", source, re.IGNORECASE):
        if source[found.start()].isupper():
            yield from find_words(source[found.end() : found.end() + 80])[:1]


_RUN: Final = re.compile(
    r"\b[A-ZÁÉÍÓÚÑ]\w+(?:[ -](?:de |del |la |las |los |y |of |the |and |for |e )*[A-ZÁÉÍÓÚÑ]\w+){1,7}"
)


def _runs_of(text: str) -> list[tuple[str, ...]]:
    """Return the runs of capitalised words, in small letters without accents and without links."""
    runs = (strip_accents(run[0]).replace("-", " ").split() for run in _RUN.finditer(text))
    return [tuple(word for word in run if word not in _LINKS) for run in runs]


def _initials_of(text: str) -> set[str]:
    """Return the initials of all runs of capitalised words, links left out or in."""
    found: set[str] = set()
    for run in _RUN.finditer(text):
        words = strip_accents(run[0]).replace("-", " ").split()
        found.add("".join(word[0] for word in words if word not in _LINKS))
        found.add("".join(word[0] for word in words))
        found.add("".join(word[0] * 2 for word in words if word not in _LINKS))  # EE. UU., JJ. OO.
    return found
