"""Answers without a language model: the sentence of the fragments that fits each part of the question best."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fundamento.contract.dialects import DIALECTS, Dialect
from fundamento.fragments import Fragment
from fundamento.ingest.blocks import Kind, item_marker, walk_blocks
from fundamento.ingest.sentences import find_sentences
from fundamento.models import ModelReply, ModelRequest
from fundamento.stores.stems import stem_word, stems
from fundamento.text.language import detect_language, is_function_word

_LONGEST = 1_000
_THRESHOLD = 0.6  # of the weight of what is asked that a sentence must speak of
_TOKEN = re.compile(r"[^\W_]+")

_INTERROGATIVE = (
    r"(?:(?:a|de|en|con|por|para|desde|hasta|cada|durante|at|by|for|from|in|of|on|to|until|with)\s+)?"
    r"(?:qué|cu[áa]l(?:es)?|cu[áa]nt[oa]s?|qui[ée]n(?:es)?|d[óo]nde|cu[áa]ndo|c[óo]mo"
    r"|what|which|who|when|where|why|how|does|do|is|are|can)\b"
)
_STARTS_AS_QUESTION = re.compile(_INTERROGATIVE, re.IGNORECASE)
_NEXT_PART = re.compile(
    rf"(?<!\s)(?:\s*+[,;])?\s++(?:y|e|and)\s++(?=¿?{_INTERROGATIVE})|(?<=[?;])\s*(?=\S)", re.IGNORECASE
)
_BEFORE_QUESTION = re.compile(r"^(?>[^¿?]*[.!:;]\s++)(?=[^.]*\?)|^[^¿]*(?=¿)")

_TAG = re.compile(r"(?:,|(?<![\s,]))\s*+¿?\b(?:verdad|no|cierto|correcto|right|correct)\?$", re.IGNORECASE)
_YES_OR_NO = re.compile(r"(is|are|do|does|can)\s+(?:(there|you|it|they|we|i)\s+)?(.*)", re.IGNORECASE)

_NUMBER = re.compile(
    r"\d|\b(?:un[ao]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta|cien"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sin l[íi]mite|ilimitad\w+|unlimited)\b",
    re.IGNORECASE,
)
_MONEY = re.compile(r"[€$£]|\b(?:euros?|eur|d[óo]lares|dollars?|usd|gratis|gratuit\w+|free)\b", re.IGNORECASE)
_TIME = re.compile(
    r"\b(?:segundos?|minutos?|horas?|d[íi]as?|semanas?|mes(?:es)?|años?|seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
_ASKS_MONEY = frozenset(
    stems("cuesta cuestan costar costaría precio precios vale valen tarifa coste cost costs price prices fee")
)
_ASKS_TIME = frozenset(stems("dura duran durar duró tarda tardan tardar plazo take takes long last lasts"))
_ASKS = _ASKS_MONEY | _ASKS_TIME
_ASKS_AMOUNT = re.compile(
    r"\bcu[áa]nt[oa]s?\b|\bhow (?:many|much|long|often|big)\b|\bcu[áa]ndo\b|\bwhen\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Sentence:
    alias: str
    quote: str
    stems: frozenset[str]
    names: frozenset[str]
    around: frozenset[str]  # the stems of everything that came from the same document
    current: bool


@dataclass(frozen=True, slots=True)
class _Part:
    """One thing that is asked; `names` are those that an answer to it must be about.

    `loose`: only an earlier part says those names. `topic` is what an earlier part spoke of, where this one alone does
    not say ("… and what does it cost?").
    """

    text: str
    stems: frozenset[str]
    names: frozenset[str]
    subjects: tuple[tuple[str, str], ...]  # the names as they stand there, each with its stem
    loose: bool
    topic: frozenset[str]
    carried: tuple[str, ...]  # the names that a reader needs to be told, since the text lacks them


class ExtractiveModel:
    """A `Model` that is no language model: it answers with sentences of the fragments, or abstains.

    For each part of the question it takes the sentence that shares most of its words, weighted by how rare they are
    in the fragments, with whatever the question names (a product, a plan) and, where an amount, a price or a time is
    asked, with one in it. What no sentence covers is a gap, in the question's own words. Deterministic, in Spanish
    and English, without accents. It does not paraphrase, reason or translate: good for demonstrations, tests and as
    a floor to compare models with.
    """

    name: str = "extractive"

    def __init__(self) -> None:
        self.dialect: Dialect = DIALECTS["generic"]

    def ask(self, request: ModelRequest, /) -> ModelReply:
        """Answer from `request.question` and `request.fragments`; the messages are not read."""
        sentences = list(_sentences(request.fragments))
        known = frozenset().union(*(sentence.names for sentence in sentences))
        parts = _parts(request.question, known)
        lang = detect_language(request.question, default="en" if request.lang == "en" else "es")
        weights = _weights(sentences, parts)
        found = [pair for part in parts for pair in _answer(part, sentences, weights)]
        claims = list(dict.fromkeys(sentence for _, sentence in found if sentence))
        missing = [_name_missing(part, lang) for part, sentence in found if sentence is None]
        answer: dict[str, Any]
        if claims:
            answer = {
                "kind": "grounded",
                "claims": [_claim(sentence, quotes=request.wire.quotes) for sentence in claims],
                "gaps": [{"text": text} for text in missing],
                "conflicts": [],
            }
        else:
            answer = {"kind": "abstention", "missing": "; ".join(missing)}
        return ModelReply({"answer": answer}, model=self.name)

    async def aask(self, request: ModelRequest, /) -> ModelReply:
        """Do the same for an asynchronous caller; it takes milliseconds and waits for nothing."""
        return self.ask(request)


def _sentences(fragments: Mapping[str, Fragment]) -> Iterator[_Sentence]:
    around: dict[str, set[str]] = {}
    for alias, fragment in fragments.items():
        around.setdefault(fragment.document or alias, set()).update(stems(f"{fragment.document or ''} {fragment.text}"))
    for alias, fragment in fragments.items():
        for quote in _quotable(fragment.text):
            yield _Sentence(
                alias=alias,
                quote=quote,
                stems=frozenset(stems(quote)),
                names=frozenset(stem_word(name) for name in _names(quote)),
                around=frozenset(around[fragment.document or alias]),
                current=fragment.superseded_by is None,
            )


def _quotable(text: str) -> Iterator[str]:
    for block in walk_blocks(text):
        if block.kind in {Kind.PROSE, Kind.ITEM}:
            content = text[block.span.start : block.span.end]
            marker = item_marker(content) if block.kind is Kind.ITEM else 0
            content = content[marker:]
            for span in find_sentences(content, lang=detect_language(content), longest=_LONGEST):
                yield content[span.start : span.end]


def _names(text: str) -> list[str]:
    """Return the words that look like names: capitals where no sentence starts, or letters with digits."""
    found = []
    for match in _TOKEN.finditer(text):
        word, before = match[0], text[: match.start()].rstrip(" \t\n«“\"'(¿¡")
        starts = not before or before[-1] in ".?!:"
        mixed = any(char.isdigit() for char in word) and any(char.isalpha() for char in word)
        if mixed or (word[0].isupper() and not starts and not is_function_word(word)):
            found.append(word)
    return found


def _parts(question: str, known: frozenset[str]) -> list[_Part]:
    text = _TAG.sub("?", " ".join(question.split()))
    asked = _BEFORE_QUESTION.sub("", text, count=1) if "?" in text else text
    parts: list[_Part] = []
    carried = _subjects(text[: len(text) - len(asked)], known)
    topic: frozenset[str] = frozenset()
    for piece in _NEXT_PART.split(asked):
        words = piece.strip(" ¿?¡!.,;")
        if not words:
            continue
        own = _subjects(words, known)
        carried = own or carried
        said = frozenset(stems(words))
        elliptic = not own and said <= _ASKS
        parts.append(
            _Part(
                text=words if _STARTS_AS_QUESTION.match(words) or "?" not in text else f"{words}?",
                stems=said | frozenset(stem_word(name) for name in carried),
                names=frozenset(stem_word(name) for name in carried),
                topic=topic if elliptic else frozenset(),
                subjects=tuple((name, stem_word(name)) for name in carried),
                loose=not own and not elliptic,
                carried=tuple(carried) if elliptic else (),
            )
        )
        topic = topic if elliptic else said - _ASKS
    return parts


def _subjects(text: str, known: frozenset[str]) -> list[str]:
    # People type "plan pro": a word that the sources write as a name is one.
    named = [word for word in _TOKEN.findall(text) if not is_function_word(word) and stem_word(word) in known]
    return list(dict.fromkeys([*_names(text), *named]))


def _weights(sentences: Sequence[_Sentence], parts: Sequence[_Part]) -> Mapping[str, float]:
    holders = Counter(stem for sentence in sentences for stem in sentence.stems)
    asked = {stem for part in parts for stem in part.stems}
    return {stem: math.log(1 + (len(sentences) + 1) / (holders[stem] + 0.5)) for stem in asked}


def _answer(
    part: _Part, sentences: Sequence[_Sentence], weights: Mapping[str, float]
) -> list[tuple[_Part, _Sentence | None]]:
    if best := _best(part, sentences, weights):
        return [(part, best)]
    # "… the plans Pro and Empresa": what no one sentence says of both may be said of each.
    each = [
        replace(part, names=frozenset({name}), stems=part.stems - (part.names - {name}), carried=(word,))
        for word, name in part.subjects
        if len(part.names) > 1
    ]
    found = [(one, _best(one, sentences, weights)) for one in each]
    return found if any(sentence for _, sentence in found) else [(part, None)]


def _best(part: _Part, sentences: Sequence[_Sentence], weights: Mapping[str, float]) -> _Sentence | None:
    scored = [(_fit(part, sentence, weights), sentence) for sentence in sentences]
    fitting = [(fit, sentence) for fit, sentence in scored if fit >= _THRESHOLD]
    # What a newer version took the place of speaks only where nothing else does; of equals, the shorter, then the
    # one found first.
    return max(fitting, key=lambda pair: (pair[1].current, pair[0], -len(pair[1].stems)))[1] if fitting else None


def _fit(part: _Part, sentence: _Sentence, weights: Mapping[str, float]) -> float:
    """Return the share of what is asked that a sentence speaks of; 0 where it cannot be an answer."""
    if not _has_what_is_asked(part, sentence.quote):
        return 0.0
    said = part.stems & (sentence.stems | _ASKS)
    absent = part.names - sentence.stems
    # A sentence without any name may speak of what its document is about, or of what only an earlier part named.
    if absent and (sentence.names or not (part.loose or absent <= sentence.around)):
        return 0.0
    # One word in common is chance, and a name alone says nothing of what is asked about it.
    if not said - part.names or (len(said) < 2 and not part.topic):
        return 0.0
    if part.topic and part.topic.isdisjoint(sentence.stems):
        return 0.0
    asked = part.stems - absent if part.loose else part.stems
    weight = sum(weights[stem] for stem in said) + sum(weights[stem] for stem in absent & asked) / 2
    return weight / sum(weights[stem] for stem in asked)


def _has_what_is_asked(part: _Part, quote: str) -> bool:
    number = _NUMBER.search(quote) is not None
    if part.stems & _ASKS_MONEY:
        return number and _MONEY.search(quote) is not None
    if part.stems & _ASKS_TIME:
        return _TIME.search(quote) is not None
    return number or not _ASKS_AMOUNT.search(part.text)


def _claim(sentence: _Sentence, *, quotes: bool) -> dict[str, Any]:
    support = {"fragment": sentence.alias} | ({"quote": sentence.quote} if quotes else {})
    return {"support": [support], "text": " ".join(sentence.quote.split())}


def _name_missing(part: _Part, lang: str) -> str:
    """Say what was asked, as an indirect question, so that nothing is asserted."""
    text = part.text[:1].lower() + part.text[1:] if part.text[1:2].islower() or " " in part.text[:2] else part.text
    if asked := _YES_OR_NO.fullmatch(text):
        verb, subject, rest = asked[1], asked[2], asked[3]
        text = f"whether {subject} {rest if verb == 'do' else f'{verb} {rest}'}" if subject else f"whether ({text})"
    elif text.endswith("?"):
        text = f"si {text[:-1]}" if lang == "es" else f"whether ({text[:-1]})"
    return f"{text} ({', '.join(part.carried)})" if part.carried else text
