"""Claims a second on one core: the evidence checks with the support score, beside a bare baseline and a peer.

`make bench` runs it in the environment of the peers; `PYTHONPATH=tests python -m benchmarks.claims` leaves out what is
not installed, and says so. All sides see the same claims, each with a fragment of some 600 characters of its own, so
that nothing that is kept in memory for one claim serves another; the sides take turns, and the best round counts.
"""

import random
import re
import sys
import time
from collections.abc import Callable
from datetime import date

from fundamento.answers import Claim, Draft, GroundedAnswer, Support
from fundamento.checks import CHECKS
from fundamento.checks.assessment import assess
from fundamento.checks.context import Context
from fundamento.findings import CheckId, Family
from fundamento.fragments import Fragment
from fundamento.stems import stem_word

CLAIMS, CHARACTERS, ROUNDS = 60, 600, 3
EVIDENCE = frozenset(check.id for check in CHECKS.values() if check.family is Family.EVIDENCE)
_WORDS = """
plan archivo conserva durante días proyecto hasta límite servicio cliente técnico horas equipo mes año empresa alta baja
contrato tarifa cuota soporte factura pedido entrega plazo usuario acceso copia cuenta norma aviso de la el en los por
una con se para del las cada
"""
_WORD = re.compile(r"\w+")
Pair = tuple[str, str]


def make_pairs(size: int = CHARACTERS) -> list[Pair]:
    """Return claims with their evidence: a sentence of the fragment with a word exchanged."""
    choose = random.Random(5)
    pairs = []
    for _ in range(CLAIMS):
        sentences: list[str] = []
        while sum(map(len, sentences)) < size:
            words = choose.choices(_WORDS.split(), k=11)
            sentences.append(f"El {' '.join(words)} {choose.randint(2, 999)} {choose.choice(('días', '€', 'horas'))}.")
        words = choose.choice(sentences).split()
        words[choose.randrange(1, 11)] = choose.choice(_WORDS.split())
        pairs.append((" ".join(words), " ".join(sentences)))
    return pairs


def ours(pairs: list[Pair], enabled: frozenset[CheckId]) -> Callable[[], object]:
    """Run checks over claims whose quotes are off: the evidence is the whole fragment."""
    drafts = []
    for claim, text in pairs:
        context = Context({"S": Fragment("S", text)}, as_of=date(2026, 1, 1), quotes_required=False)
        drafts.append((Draft(GroundedAnswer((Claim(claim, (Support("S"),)),))), context))
    return lambda: [assess(draft, context, enabled) for draft, context in drafts]


def bare(pairs: list[Pair]) -> Callable[[], object]:
    """Return the share of the stems of each claim that its evidence has, and nothing else."""

    def contain(claim: str, text: str) -> float:
        wanted = {stem_word(word) for word in _WORD.findall(claim)}
        return len(wanted & {stem_word(word) for word in _WORD.findall(text)}) / len(wanted)

    return lambda: [contain(claim, text) for claim, text in pairs]


def citenexus(pairs: list[Pair]) -> Callable[[], object] | None:
    """Verify each claim against its evidence with the peer's rules, without a model; None: it is not installed."""
    try:
        from citenexus.answer.verify_answer import EvidenceUnit, verify_answer  # type: ignore[import-not-found,unused-ignore]  # in another environment
    except ModuleNotFoundError:
        return None
    return lambda: [verify_answer(f"{claim[:-1]} [S].", [EvidenceUnit(id="S", text=text)]) for claim, text in pairs]


def measure(sides: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the seconds of processor time a claim of each side, the best of some rounds in turn."""
    best = dict.fromkeys(sides, float("inf"))
    for _ in range(ROUNDS):
        for name, side in sides.items():
            started = time.process_time()
            side()
            best[name] = min(best[name], (time.process_time() - started) / CLAIMS)
    return best


def main() -> int:
    """Print a line a side, and one on how the cost grows."""
    pairs, long = make_pairs(), make_pairs(8 * CHARACTERS)
    sides = {
        "bare stemmed containment": bare(pairs),
        "support score": ours(pairs, frozenset({CheckId.WEAK_SUPPORT})),
        "evidence checks and support score": ours(pairs, EVIDENCE),
    }
    peer = citenexus(pairs)
    if peer is not None:
        sides["citenexus verify_answer"] = peer
    grown = {"bare, 8 times the evidence": bare(long), "all of ours, 8 times the evidence": ours(long, EVIDENCE)}
    found = measure({**sides, **grown})
    floor = found["bare stemmed containment"]
    for name, seconds in found.items():
        print(f"{name:<36}{1 / seconds:>9,.0f} claims/s   {seconds / floor:>7.2f}× the bare baseline")
    if peer is None:
        print("citenexus verify_answer: not installed here, not measured")
    print("guardrails provenance: not measured, each of its validators needs a model that it downloads or an API")
    return 0


if __name__ == "__main__":
    sys.exit(main())
