"""Why a claim has the support score that it has, in words."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from rich.console import Console
from rich.text import Text

from fundamento.answers import Claim
from fundamento.assessments import ClaimAssessment
from fundamento.cli.display import legible, show_text
from fundamento.result import Result
from fundamento.scoring.score import SupportScore, explain_score
from fundamento.serialisation import drafted_claims
from fundamento.text.language import Lang

_SHARES: Final[Mapping[str, Mapping[Lang, str]]] = {
    "two-sentences": {"en": "words that two sentences have", "es": "palabras que están en dos frases"},
    "window": {"en": "words that three sentences in a row have", "es": "palabras que están en tres frases seguidas"},
    "fragment": {"en": "words that the cited fragments have", "es": "palabras que están en los fragmentos citados"},
    "opening": {"en": "opening words in that sentence", "es": "primeras palabras que están en esa frase"},
    "ending": {"en": "last words in that sentence", "es": "últimas palabras que están en esa frase"},
    "names": {"en": "names that the fragments have", "es": "nombres que están en los fragmentos"},
    "figures": {"en": "figures that the fragments have", "es": "cifras que están en los fragmentos"},
    "missing-run": {"en": "longest stretch that is missing", "es": "tramo más largo que falta"},
}
_FLAGS: Final[Mapping[str, Mapping[Lang, str]]] = {
    "verbatim": {"en": "it stands there word for word", "es": "está ahí palabra por palabra"},
    "missing-number": {"en": "a number is not in the evidence", "es": "una cifra no está en la evidencia"},
    "negation-added": {"en": "it denies, and the sentence does not", "es": "niega, y la frase no"},
    "negation-lost": {"en": "the sentence denies, and it does not", "es": "la frase niega, y ella no"},
    "denial-moved": {
        "en": "one of the two denies a word that the other asserts",
        "es": "una de las dos niega una palabra que la otra afirma",
    },
    "opposite": {"en": "the sentence has the opposite word", "es": "la frase tiene la palabra contraria"},
    "all-added": {
        "en": "it says all, always or only, the sentence does not",
        "es": "dice todo, siempre o solo, y la frase no",
    },
    "about-the-speaker": {"en": "it speaks of I, we or you", "es": "habla de yo, nosotros o usted"},
    "question": {"en": "it asks", "es": "pregunta"},
}
_WORDS: Final[Mapping[str, Mapping[Lang, str]]] = {
    "score": {"en": "support score", "es": "puntuación de apoyo"},
    "claim": {"en": "claim", "es": "afirmación"},
    "none": {"en": "not scored", "es": "sin puntuar"},
    "sentence": {"en": "closest sentence", "es": "frase más cercana"},
    "unmatched": {"en": "no counterpart", "es": "sin correspondencia"},
    "base": {"en": "base: the usual claim of the training", "es": "base: la afirmación corriente del entrenamiento"},
    "other": {"en": "all else", "es": "todo lo demás"},
    "total": {"en": "in all (log-odds): support score {}", "es": "en total (log-odds): puntuación de apoyo {}"},
    "yes": {"en": "yes", "es": "sí"},
    "no": {"en": "no", "es": "no"},
}
_SHOWN_FROM: Final = 0.05  # log-odds
_LONGEST: Final = 300  # code points of a sentence

ExplainedScore: TypeAlias = tuple[Claim, ClaimAssessment, SupportScore | None]


def explain_scores(result: Result) -> list[ExplainedScore]:
    """Return each claim of the output with the score that it has, and what that is made of; None: it has none."""
    texts = drafted_claims(result)
    return [
        (
            texts[each.index],
            each,
            None if each.support_score is None else explain_score(texts[each.index], each.evidence),
        )
        for each in result.claims
    ]


def report_scores(result: Result) -> list[dict[str, Any] | None]:
    """Return the explanation of each claim as plain JSON values; contributions are in log-odds, largest first."""
    return [None if score is None else _as_values(score) for _, _, score in explain_scores(result)]


def _as_values(score: SupportScore) -> dict[str, Any]:
    return {
        "probability": round(score.probability, 4),
        "base": round(score.base, 4),
        "contributions": {name: round(value, 4) for name, value in _sorted(score)},
        "values": {name: round(value, 4) for name, value in score.values.items()},
        "sentence": score.sentence,
        "unmatched": list(score.unmatched),
    }


def show_scores(console: Console, explained: Sequence[ExplainedScore], lang: Lang = "en") -> None:
    """Print for each claim its score, the sentence that is closest, what has no counterpart, and what counts how much.

    What counts is in log-odds, beside the mean of the claims of the training; what is shown adds up to the last line.
    """
    for claim, assessed, score in explained:
        number = (
            _write(f"{assessed.support_score:.2f}", lang) if assessed.support_score is not None else _say("none", lang)
        )
        title = f"{_say('claim', lang)} {assessed.index}: {_say('score', lang)} {number}"
        show_text(console, Text.assemble((title, "bold"), ("  " + legible(claim.text), "dim")), indent=2)
        if score is None:
            continue
        show_text(console, Text(f"{_say('sentence', lang)}: «{legible(score.sentence[:_LONGEST])}»"), indent=4)
        if score.unmatched:
            words = ", ".join(f"«{legible(word)}»" for word in score.unmatched)
            show_text(console, Text(f"{_say('unmatched', lang)}: {words}"), indent=4)
        for amount, told in _add_up(score, lang):
            colour = "green" if amount > 0 else "red"
            show_text(console, Text.assemble((_write(f"{amount:+.2f}", lang), colour), f"  {told}"), indent=4)


def _add_up(score: SupportScore, lang: Lang) -> Iterator[tuple[float, str]]:
    """Give base, contributions and what else there is, to two decimals, and at last their sum."""
    total = round(score.base + math.fsum(score.contributions.values()), 2)
    shown = [(name, round(amount, 2)) for name, amount in _sorted(score) if abs(amount) >= _SHOWN_FROM]
    base = round(score.base, 2)
    yield base, _say("base", lang)
    for name, amount in shown:
        yield amount, _tell(name, score.values[name], lang)
    # With what rounding left, so that nobody who adds up comes to something else.
    if rest := round(total - math.fsum([base, *(amount for _, amount in shown)]), 2):
        yield rest, _say("other", lang)
    yield total, _say("total", lang).format(_write(f"{score.probability:.2f}", lang))


def _sorted(score: SupportScore) -> list[tuple[str, float]]:
    return sorted(score.contributions.items(), key=lambda each: (-abs(each[1]), each[0]))


def _tell(name: str, value: float, lang: Lang) -> str:
    if name in _SHARES:
        return f"{_SHARES[name][lang]}: {value:.0%}" if lang == "en" else f"{_SHARES[name][lang]}: {100 * value:.0f} %"
    return f"{_FLAGS[name][lang]}: {_say('yes' if value else 'no', lang)}"


def _write(number: str, lang: Lang) -> str:
    return number.replace(".", ",") if lang == "es" else number


def _say(word: str, lang: Lang) -> str:
    return _WORDS[word][lang]
