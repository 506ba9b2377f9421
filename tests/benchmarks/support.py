"""How well the support score tells supported claims from others, beside a baseline of the same run.

Run it with `PYTHONPATH=tests python -m benchmarks.support`; it reads `shared/data` beside the checkout, where
it is.
Sets that weights were fitted on are predicted from held-out folds, in which equal claims stay together; `left out` is
the AUC with weights that saw nothing of that source. The others were never fitted on. The baseline is the share of
content words that the evidence has, times whether it has all numbers. Balanced accuracy is that of random halves of a
set at the threshold that is best on its other half. `under`: how many of the supported pairs, and of the others, score
under the threshold of `weak-support`.
"""

import sys
from typing import Any, Final

import numpy as np

from benchmarks.pairs import (
    FITTED,
    MADE,
    PAIRS,
    Flags,
    Floats,
    Pairs,
    cross_predict,
    leave_out,
    read_pairs,
)
from fundamento.checks.weak_support import THRESHOLD

BINS: Final = 10
HALVES: Final = 30


def area_under_curve(scores: Floats, supported: Flags) -> float:
    """Return how often a supported pair scores above another one; a tie is half."""
    ranks = np.array([scores[scores < score].size + (scores == score).sum() / 2 + 0.5 for score in np.unique(scores)])
    place = np.searchsorted(np.unique(scores), scores)
    good = int(supported.sum())
    total = float(ranks[place][supported].sum())
    return (total - good * (good + 1) / 2) / max(1, good * (supported.size - good))


def balanced_accuracy(scores: Floats, supported: Flags) -> float:
    """Return the mean of sensitivity and specificity of random halves, each at the best threshold of the other."""
    choose = np.random.default_rng(0)
    found = []
    for _ in range(HALVES):
        half = choose.random(scores.size) < 0.5
        for here, there in ((half, ~half), (~half, half)):
            says = scores >= _best_threshold(scores[there], supported[there])
            found += [says[here & supported].mean(), (~says[here & ~supported]).mean()]
    return float(np.mean(found))


def _best_threshold(scores: Floats, supported: Flags) -> float:
    # Half way between two scores, and in the middle of the cuts that do equally well: at a score itself, what comes
    # next just under it would be lost.
    known = np.unique(scores)
    cuts = np.concatenate((known[:1], (known[:-1] + known[1:]) / 2))
    ranked, others = np.sort(scores[supported]), np.sort(scores[~supported])
    found = 1 - np.searchsorted(ranked, cuts) / ranked.size + np.searchsorted(others, cuts) / others.size
    best = cuts[np.isclose(found, found.max())]
    return float(best[best.size // 2])


def calibration_error(chances: Floats, supported: Flags) -> float:
    """Return the expected calibration error over ten bins of equal width."""
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    gaps = [
        (bins == each).mean() * abs(chances[bins == each].mean() - supported[bins == each].mean())
        for each in np.unique(bins)
    ]
    return float(sum(gaps))


def describe(pairs: Pairs, chances: Floats) -> dict[str, Any]:
    """Return the figures of each data set, and the calibration of each language."""
    figures: dict[str, Any] = {}
    for name in sorted(set(pairs.datasets) - {MADE}):
        here = pairs.where([name])
        figures[name] = {
            "auc": round(area_under_curve(chances[here], pairs.supported[here]), 3),
            "balanced_accuracy": round(balanced_accuracy(chances[here], pairs.supported[here]), 3),
            "calibration_error": round(calibration_error(chances[here], pairs.supported[here]), 3),
            "fitted": name in FITTED,
        }
    fitted = pairs.where(FITTED)
    for lang in ("en", "es"):
        here = fitted & (np.array(pairs.langs) == lang)
        figures[f"fitted sets, {lang}"] = {
            "calibration_error": round(calibration_error(chances[here], pairs.supported[here]), 3)
        }
    return figures


def _share_under(chances: Floats) -> str:
    return f"{100 * (chances < THRESHOLD).mean():.1f} %"


def main() -> int:
    """Print a line a data set."""
    if not PAIRS.is_file():
        print(f"There are no pairs at {PAIRS.name}: nothing is measured.", file=sys.stderr)
        return 2
    _show(read_pairs())
    return 0


def _show(pairs: Pairs) -> None:
    chances, alone = cross_predict(pairs), leave_out(pairs)
    print(
        f"{'':<20}{'pairs':>6}{'AUC':>7}{'left out':>11}{'baseline':>10}{'bal.acc.':>10}{'baseline':>10}{'ECE':>7}"
        f"{'under':>14}"
    )
    for name, figures in describe(pairs, chances).items():
        here = pairs.where([name])
        if not here.any():
            print(f"{name:<20}{'':>53}{figures['calibration_error']:>7.3f}")
            continue
        base, labels = pairs.baseline[here], pairs.supported[here]
        left_out = f"{area_under_curve(alone[here], labels):.3f}" if figures["fitted"] else "not fitted"
        print(
            f"{name:<20}{here.sum():>6}{figures['auc']:>7.3f}{left_out:>11}{area_under_curve(base, labels):>10.3f}"
            f"{figures['balanced_accuracy']:>10.3f}{balanced_accuracy(base, labels):>10.3f}"
            f"{figures['calibration_error']:>7.3f}{_share_under(chances[here & pairs.supported]):>7}"
            f"{_share_under(chances[here & ~pairs.supported]):>7}"
        )
    used = pairs.where(FITTED) & pairs.supported
    print(f"5 % of the supported pairs of the fitted sets score under {np.quantile(chances[used], 0.05):.3f}")
    made = pairs.where([MADE])
    print(f"AUC of the pairs made: {area_under_curve(chances[made], pairs.supported[made]):.3f}")


if __name__ == "__main__":
    sys.exit(main())
