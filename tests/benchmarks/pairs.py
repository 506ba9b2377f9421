"""Labelled pairs of claim and evidence, measured as the support score measures them, and weights fitted to them.

The pairs are in `shared/data` beside the checkout, where they are; nothing of them is kept, only what is derived.
"""

import json
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from fundamento.answers import Claim, Support
from fundamento.evidence import Citation, Evidence
from fundamento.fragments import Fragment
from fundamento.scoring.features import BAD, FEATURES
from fundamento.scoring.lexicon import OPPOSITES
from fundamento.scoring.score import measure_support

PAIRS: Final = Path(__file__).resolve().parents[3] / "shared" / "data" / "support-dev.jsonl"
# Their licences allow to publish what is fitted on them; the others are only measured.
FITTED: Final = ("wice", "begin-wow", "begin-tc", "begin-cmu", "factcheck-gpt", "xquad-numbers-es", "xquad-numbers-en")
MADE: Final = "made"
RIDGE: Final = 60.0
ROUNDS: Final = 1_000
MADE_COUNT: Final = 0.2  # of what a pair of people's counts
FOLDS: Final = 5

Floats: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Pairs:
    """Pairs: data set, language, label, features, and a number that keeps equal claims in one fold (`groups`)."""

    datasets: tuple[str, ...]
    langs: tuple[str, ...]
    supported: Flags
    groups: npt.NDArray[np.int64]
    features: Floats
    baseline: Floats

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The source of each data set: those of one source are left out together."""
        return tuple(name.split("-")[0] for name in self.datasets)

    def where(self, names: Sequence[str]) -> Flags:
        """Return which pairs are of some data sets."""
        return np.isin(np.array(self.datasets), list(names))


def read_pairs(*, made: bool = True) -> Pairs:
    """Read and measure all pairs, with those that are `made` from supported ones by changing a word."""
    rows: list[dict[str, Any]] = []
    with PAIRS.open(encoding="utf-8") as lines:
        rows += map(json.loads, lines)
    if made:
        rows += [changed for row in rows for changed in _change(row)]
    measured = [(row, _measure(row)) for row in rows]
    return Pairs(
        datasets=tuple(row["dataset"] for row, _ in measured),
        langs=tuple(row["lang"] for row, _ in measured),
        supported=np.array([row["label"] == "supported" for row, _ in measured]),
        groups=np.array([zlib.crc32(row.get("origin", row["claim"]).encode()) for row, _ in measured], dtype=np.int64),
        features=np.array([[values.get(name, np.nan) for name in FEATURES] for _, values in measured]),
        baseline=np.array([values["fragment"] * (1 - values["missing-number"]) for _, values in measured]),
    )


def _measure(row: dict[str, Any]) -> dict[str, float]:
    fragment = Fragment("evidence", row["evidence"])
    support = Support(fragment.id)
    claim = Claim(row["claim"], (support,))
    measured = measure_support(claim, Evidence.of([Citation(support, fragment)]))
    # A claim without a telling word has nothing in common with its evidence.
    return dict.fromkeys(FEATURES, 0.0) if measured is None else dict(measured.values)


_PUT: Final = re.compile(
    r"\b(is|are|was|were|can|will|has been|have been)\b (?!not\b)|\b(es|son|fue|era|fueron|ha|han|puede|se) (?=\w)"
)
_TAKEN: Final = re.compile(r"\b(?:no|not|nunca|never) ", re.IGNORECASE)
_PART: Final = (
    ("Algunos ", "Todos "),
    ("algunos ", "todos "),
    ("Some ", "All "),
    ("some ", "all "),
    ("Many ", "All "),
    ("many ", "all "),
    ("muchos ", "todos "),
    ("muchas ", "todas "),
    ("may ", "will "),
    ("puede ", "debe "),
)
_NAME: Final = re.compile(r"(?<=[a-zá-ú,] )[A-ZÁ-Ú][a-zá-ú]{3,}")


def _change(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield unsupported claims made of a supported one of a fitted sentence, and that one again for each."""
    if row["label"] != "supported" or not row["dataset"].startswith(("xquad", "begin-wow")):
        return
    claim = row["claim"]
    changed = {
        _PUT.sub(lambda found: f"{found[1]} not " if found[1] else f"no {found[2]} ", claim, count=1).replace("  ", " ")
    }
    changed.add(_TAKEN.sub("", claim, count=1))
    changed |= {claim.replace(part, whole, 1) for part, whole in _PART}
    names = list(dict.fromkeys(_NAME.findall(claim)))
    if len(names) > 1:
        swap = {names[0]: names[-1], names[-1]: names[0]}
        changed.add(re.sub("|".join(map(re.escape, swap)), lambda found: swap[found[0]], claim))
    for word in re.findall(r"[^\W\d_]+", claim):
        if word in OPPOSITES:
            changed.add(re.sub(rf"\b{word}\b", min(OPPOSITES[word]), claim))
    for text in sorted(changed - {claim}):
        yield {**row, "dataset": MADE, "claim": text, "label": "unsupported", "origin": claim}
        yield {**row, "dataset": MADE, "origin": claim}
        if claim in row["evidence"]:
            other = row["evidence"].replace(claim, text)
            yield {**row, "dataset": MADE, "evidence": other, "label": "unsupported", "origin": claim}
            yield {**row, "dataset": MADE, "claim": text, "evidence": other, "origin": claim}


@dataclass(frozen=True)
class Fit:
    """Weights of the features, with the means and spreads that they were fitted at."""

    weights: Floats
    means: Floats
    spreads: Floats
    intercept: float
    slope: float = 1.0
    offset: float = 0.0

    def odds(self, features: Floats) -> Floats:
        """Return the log-odds, not calibrated."""
        known = np.where(np.isnan(features), self.means, features)
        return (known - self.means) / self.spreads @ self.weights + self.intercept

    def predict(self, features: Floats) -> Floats:
        """Return the calibrated probabilities."""
        return sigmoid(self.slope * self.odds(features) + self.offset)


def sigmoid(odds: Floats) -> Floats:
    """Return the probabilities of log-odds."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(odds, -35, 35))))


def weigh(families: Sequence[str]) -> Floats:
    """Return weights that let a source count by the root of its size, 1 in the mean."""
    names, counts = np.unique(families, return_counts=True)
    size = dict(zip(names.tolist(), counts.tolist(), strict=True))
    weights = np.array([size[name] ** -0.5 * (MADE_COUNT if name == MADE else 1.0) for name in families])
    return np.asarray(weights / weights.mean())


def fit_weights(features: Floats, supported: Flags, weights: Floats) -> Fit:
    """Fit a ridge logistic regression in which no feature can count against its meaning, by projected gradients."""
    known = ~np.isnan(features)
    means = (np.nan_to_num(features) * weights[:, None]).sum(axis=0) / (known * weights[:, None]).sum(axis=0)
    features = np.where(known, features, means)
    spreads = np.maximum(np.sqrt(np.average((features - means) ** 2, axis=0, weights=weights)), 0.05)
    scaled = (features - means) / spreads
    names = FEATURES
    low = np.array([-np.inf if name in BAD else 0.0 for name in names])
    high = np.array([0.0 if name in BAD else np.inf for name in names])
    point, last = np.zeros(len(names) + 1), np.zeros(len(names) + 1)
    step = 4.0 / (np.linalg.eigvalsh(scaled.T @ (scaled * weights[:, None])).max() + weights.sum() + 4 * RIDGE)
    for number in range(ROUNDS):
        ahead = point + number / (number + 3) * (point - last)
        error = weights * (sigmoid(scaled @ ahead[:-1] + ahead[-1]) - supported)
        moved = ahead - step * np.append(scaled.T @ error + RIDGE * ahead[:-1], error.sum())
        moved[:-1] = np.clip(moved[:-1], low, high)
        last, point = point, moved
    return Fit(point[:-1], means, spreads, float(point[-1]))


def calibrate(odds: Floats, supported: Flags, weights: Floats) -> tuple[float, float]:
    """Return the slope and the offset that make log-odds of held-out pairs probabilities (Platt)."""
    slope, offset = 1.0, 0.0
    for _ in range(50):
        chance = sigmoid(slope * odds + offset)
        error, curve = weights * (chance - supported), weights * chance * (1 - chance)
        jacobian = np.array([(error * odds).sum(), error.sum()])
        hessian = np.array([[(curve * odds**2).sum(), (curve * odds).sum()], [(curve * odds).sum(), curve.sum()]])
        change = np.linalg.solve(hessian + 1e-6 * np.eye(2), jacobian)
        slope, offset = slope - float(change[0]), offset - float(change[1])
    return slope, offset


def fold_of(pairs: Pairs) -> npt.NDArray[np.int64]:
    """Return the fold of each pair; equal claims, and what was made of them, are in the same one."""
    return np.asarray(pairs.groups % FOLDS)


def fit_calibrated(pairs: Pairs) -> Fit:
    """Fit weights on all fitted pairs, calibrated on held-out folds."""
    used = pairs.where((*FITTED, MADE))
    slope, offset = calibrate_folds(pairs, hold_out(pairs))
    return replace(_fit(pairs, used), slope=slope, offset=offset)


def cross_predict(pairs: Pairs) -> Floats:
    """Return a probability for each pair from weights that were fitted without its fold; measured sets from all."""
    odds = hold_out(pairs)
    slope, offset = calibrate_folds(pairs, odds)
    return sigmoid(slope * odds + offset)


def hold_out(pairs: Pairs) -> Floats:
    """Return the log-odds of each pair from weights that were fitted without its fold, or, where not fitted, on all."""
    used, fold = pairs.where((*FITTED, MADE)), fold_of(pairs)
    odds = _fit(pairs, used).odds(pairs.features)
    for number in range(FOLDS):
        left = used & (fold == number)
        odds[left] = _fit(pairs, used & (fold != number)).odds(pairs.features[left])
    return odds


def leave_out(pairs: Pairs) -> Floats:
    """Return the log-odds of each pair from weights that were fitted without any pair of its source."""
    used = pairs.where((*FITTED, MADE))
    families = np.array(pairs.families)
    odds = _fit(pairs, used).odds(pairs.features)
    for name in np.unique(families[pairs.where(FITTED)]):
        odds[families == name] = _fit(pairs, used & (families != name)).odds(pairs.features[families == name])
    return odds


def calibrate_folds(pairs: Pairs, odds: Floats) -> tuple[float, float]:
    """Calibrate held-out log-odds over the pairs that people labelled."""
    real = pairs.where(FITTED)
    return calibrate(odds[real], pairs.supported[real], np.ones(int(real.sum())))


def _fit(pairs: Pairs, chosen: Flags) -> Fit:
    families = [name for name, is_chosen in zip(pairs.families, chosen, strict=True) if is_chosen]
    features = pairs.features[chosen]
    return fit_weights(features, pairs.supported[chosen], weigh(families))
