"""The weights of the score, as the data file beside this module holds them."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

PLAIN: Final = "weights.json"


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic model: per feature a weight in log-odds, and the mean that it had in training.

    A feature that a claim does not have counts as its mean, which is nothing. `intercept` is the log-odds of a claim
    whose features all have their means. `slope` and `offset` calibrate.
    """

    version: int
    intercept: float
    weights: Mapping[str, float]
    means: Mapping[str, float]
    slope: float = 1.0
    offset: float = 0.0

    def contributions(self, values: Mapping[str, float]) -> dict[str, float]:
        """Return what each feature adds to the calibrated log-odds, beside a claim with the mean of it."""
        return {
            name: self.slope * weight * (values[name] - self.means[name])
            for name, weight in self.weights.items()
            if weight and name in values
        }

    def probability(self, values: Mapping[str, float]) -> float:
        """Return the calibrated probability, from 0 to 1."""
        odds = self.base + math.fsum(self.contributions(values).values())
        return 1.0 / (1.0 + math.exp(-odds))

    @property
    def base(self) -> float:
        """The calibrated log-odds of a claim with the means of all features."""
        return self.slope * self.intercept + self.offset


@lru_cache(maxsize=1)
def load_weights() -> Weights:
    """Return the weights that ship."""
    content = json.loads(files("fundamento.scoring").joinpath(PLAIN).read_text("utf-8"))
    features = content["features"]
    return Weights(
        version=content["version"],
        intercept=content["intercept"],
        weights={name: each["weight"] for name, each in features.items()},
        means={name: each["mean"] for name, each in features.items()},
        slope=content["calibration"]["slope"],
        offset=content["calibration"]["offset"],
    )
