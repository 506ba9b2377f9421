"""Claims a second on one core: the evidence checks with the support score, beside a bare baseline and peers.

`PYTHONPATH=tests python -m benchmarks.claims [--peers [FOLDER]] [--sizes]`. All sides see claims of the same kind, half
of them Spanish and half English, each with a fragment of some 600 characters of its own, and nobody has read the words
of them before the first round. The sides take turns, and the best round counts, in processor time: once for texts that
no side has seen before, as a new answer over new fragments brings them, and once for the same again, as a retry does.

`--peers` runs peers over the same claims, each in an environment of its own that pip fills: in FOLDER, where they are
kept for the next time, or in a folder that is thrown away. A peer that cannot be had is named with the reason.
`--sizes` shows what each check takes for evidence of ten thousand to a million characters.
"""

import argparse
import random
import re
import sys
import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.environments import PEERS, NotMeasuredError, ask
from fundamento.answers import Claim, Draft, GroundedAnswer, Support
from fundamento.checks import CHECKS
from fundamento.checks.context import Context
from fundamento.engine.assessment import assess
from fundamento.findings import CheckId, Family
from fundamento.fragments import Fragment
from fundamento.text.stems import stem_word

CLAIMS, CHARACTERS, ROUNDS = 240, 600, 5
REPEATED = 40  # of them, as many as a few answers have
SIZES = (10_000, 100_000, 1_000_000)
EVIDENCE = frozenset(check.id for check in CHECKS.values() if check.family is Family.EVIDENCE)
RULES = EVIDENCE - {CheckId.WEAK_SUPPORT, CheckId.NOT_ENTAILED}
_SPANISH = """
plan archivo conserva durante días proyecto hasta límite servicio cliente técnico horas equipo mes año empresa alta baja
contrato tarifa cuota soporte factura pedido entrega plazo usuario acceso copia cuenta norma aviso de la el en los por
una con se para del las cada
"""
_ENGLISH = """
plan file keeps during days project until limit service customer technical hours team month year company high low
contract rate fee support invoice order delivery term user access copy account rule notice of the it in those by
a with is for from each every
"""
# The words of a language, how a sentence begins, and what its number counts.
_LANGUAGES = ((_SPANISH.split(), "El", ("días", "€", "horas")), (_ENGLISH.split(), "The", ("days", "€", "hours")))
_WORD = re.compile(r"\w+")
Pair = tuple[str, str]
# Given claims with their evidence, what a side does with all of them.
Side = Callable[[Sequence[Pair]], Callable[[], object]]


def make_pairs(seed: int | str, *, claims: int = CLAIMS, size: int = CHARACTERS) -> list[Pair]:
    """Return claims with their evidence: a sentence of the fragment with a word exchanged."""
    choose = random.Random(seed)
    pairs = []
    for number in range(claims):
        known, opening, counted = _LANGUAGES[number % 2]
        sentences: list[str] = []
        length = 0
        while length < size:
            words = choose.choices(known, k=11)
            sentences.append(f"{opening} {' '.join(words)} {choose.randint(2, 999)} {choose.choice(counted)}.")
            length += len(sentences[-1])
        words = choose.choice(sentences).split()
        words[choose.randrange(1, 11)] = choose.choice(known)
        pairs.append((" ".join(words), " ".join(sentences)))
    return pairs


def ours(enabled: frozenset[CheckId]) -> Side:
    """Run checks over claims whose quotes are off: the evidence is the whole fragment."""

    def side(pairs: Sequence[Pair]) -> Callable[[], object]:
        drafts = []
        for claim, text in pairs:
            context = Context({"S": Fragment("S", text)}, as_of=date(2026, 1, 1), quotes_required=False)
            drafts.append((Draft(GroundedAnswer((Claim(claim, (Support("S"),)),))), context))
        return lambda: [assess(draft, context, enabled) for draft, context in drafts]

    return side


def bare(pairs: Sequence[Pair]) -> Callable[[], object]:
    """Return the share of the stems of each claim that its evidence has, and nothing else."""

    def contain(claim: str, text: str) -> float:
        wanted = {stem_word(word) for word in _WORD.findall(claim)}
        return len(wanted & {stem_word(word) for word in _WORD.findall(text)}) / len(wanted)

    return lambda: [contain(claim, text) for claim, text in pairs]


def measure(sides: dict[str, Side], *, size: int = CHARACTERS) -> dict[str, tuple[float, float]]:
    """Return the seconds of processor time a claim of each side: for texts that are new, and for the same again.

    Every side is given texts of its own, so that none finds in memory what another one has read.
    """
    best = dict.fromkeys(sides, (float("inf"), float("inf")))
    for round_number in range(ROUNDS):
        for place, (name, side) in enumerate(sides.items()):
            pairs = make_pairs(round_number * len(sides) + place, size=size)
            new = _time(side(pairs)) / CLAIMS
            repeated = side(pairs[-REPEATED:])
            repeated()
            again = _time(repeated) / REPEATED
            best[name] = (min(best[name][0], new), min(best[name][1], again))
    return best


def _time(run: Callable[[], object]) -> float:
    started = time.process_time()
    run()
    return time.process_time() - started


def _show(name: str, new: float, again: float | None, floor: tuple[float, float]) -> None:
    repeated = "" if again is None else f"{1 / again:>12,.0f} /s {again / floor[1]:>8.2f}×"
    print(f"{name:<36}{1 / new:>12,.0f} /s {new / floor[0]:>8.2f}×{repeated}")


def _compare() -> tuple[float, float]:
    """Print a line a side, and return what the baseline takes for a claim."""
    sides: dict[str, Side] = {
        "bare stemmed containment": bare,
        "support score": ours(frozenset({CheckId.WEAK_SUPPORT})),
        "rules": ours(RULES),
        "rules and support score": ours(EVIDENCE),
    }
    found = measure(sides)
    floor = found["bare stemmed containment"]
    print(f"{'claims a second':<36}{'new texts':>15}{'/ bare':>10}{'again':>15}{'/ bare':>10}")
    for name, (new, again) in found.items():
        _show(name, new, again, floor)
    for name, (new, again) in measure({name: sides[name] for name in list(sides)[::3]}, size=8 * CHARACTERS).items():
        _show(f"{name}, 8 ×", new, again, floor)
    return floor


def _compare_with_peers(folder: Path, floor: tuple[float, float]) -> None:
    for peer in PEERS:
        try:
            told = ask(peer, folder, make_pairs(0))
        except NotMeasuredError as reason:
            print(f"{peer.what}: not measured: {reason}")
            continue
        _show(peer.what, told["seconds"], None, floor)
        print(f"    it takes {told['supported']:.0f} of {CLAIMS} claims for supported")


def _show_sizes() -> None:
    print(f"\n{'milliseconds a claim, new texts':<36}" + "".join(f"{size:>12,}" for size in SIZES))
    for name, enabled in [(check.value, frozenset({check})) for check in sorted(EVIDENCE - {CheckId.NOT_ENTAILED})]:
        # Texts that no other line has: what a check has read stays in memory for a while.
        taken = [_time(ours(enabled)(make_pairs(f"{name} {size}", claims=2, size=size))) / 2 for size in SIZES]
        print(f"{name:<36}" + "".join(f"{1000 * each:>12,.1f}" for each in taken))


def main(arguments: Sequence[str]) -> int:
    """Print a line a side, and what was asked for besides."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.claims")
    parser.add_argument("--peers", nargs="?", const="", metavar="FOLDER", help="run peers too, installed in a folder")
    parser.add_argument("--sizes", action="store_true", help="show how each check grows with its evidence")
    options = parser.parse_args(arguments)
    floor = _compare()
    if options.peers:
        Path(options.peers).mkdir(parents=True, exist_ok=True)
        _compare_with_peers(Path(options.peers), floor)
    elif options.peers is not None:
        with TemporaryDirectory() as folder:
            _compare_with_peers(Path(folder), floor)
    else:
        print("citenexus, guardrails: not measured: --peers installs them")
    if options.sizes:
        _show_sizes()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
