"""Fit the weights of the support score, and write a data file that ships.

Run it with `PYTHONPATH=tests python -m benchmarks.fit_support`; it needs `shared/data` beside the
checkout. The same pairs give the same file. The calibration is fitted on held-out folds, over the pairs that people
labelled.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np

from benchmarks.pairs import (
    FITTED,
    MADE,
    MADE_COUNT,
    PAIRS,
    RIDGE,
    Pairs,
    cross_predict,
    fit_calibrated,
    read_pairs,
)
from benchmarks.support import describe
from fundamento.scoring.features import FEATURES
from fundamento.scoring.weights import PLAIN

FOLDER: Final = Path(__file__).resolve().parents[2] / "src" / "fundamento" / "scoring"
SOURCES: Final = {
    "wice": "WiCE, development part (Kamoi et al. 2023), annotations ODC-BY",
    "begin-wow, begin-tc, begin-cmu": "BEGIN, development parts (Dziri et al. 2022), CC BY for wow, else per source",
    "factcheck-gpt": "Factcheck-GPT, half (Wang et al. 2024), Apache-2.0",
    "xquad-numbers-es, xquad-numbers-en": "XQuAD sentences with exchanged numbers, CC BY-SA 4.0",
    MADE: "supported sentences of xquad-numbers and begin-wow: a negation, quantifier, opposite or name changed in the "
    "claim or in the evidence (unsupported), in none or in both (supported)",
}


def make_file(pairs: Pairs) -> dict[str, Any]:
    """Return the content of the data file."""
    fit = fit_calibrated(pairs)
    real = pairs.where(FITTED)
    probabilities = cross_predict(pairs)
    scaled = fit.weights / fit.spreads
    low = float(np.quantile(probabilities[real & pairs.supported], 0.05))
    return {
        "version": 1,
        "about": "A ridge logistic regression with signs fixed; weights in log-odds for a feature from 0 to 1.",
        "recipe": {
            "program": "tests/benchmarks/fit_support.py",
            "ridge": RIDGE,
            "pairs": {name: int(pairs.where([name]).sum()) for name in (*FITTED, MADE)},
            "weighting": f"each source by the root of its size; {MADE}: times {MADE_COUNT}",
            "calibration": "Platt, on five held-out folds in which equal claims stay together",
            "sources": SOURCES,
        },
        "reliability": describe(pairs, probabilities),
        "supported_under_5_percent": round(low, 4),
        "intercept": round(fit.intercept, 5),
        "calibration": {"slope": round(fit.slope, 5), "offset": round(fit.offset, 5)},
        "features": {
            name: {"weight": round(float(weight), 5), "mean": round(float(mean), 5)}
            for name, weight, mean in zip(FEATURES, scaled, fit.means, strict=True)
        },
    }


def main() -> int:
    """Write the file."""
    if not PAIRS.is_file():
        print(f"There are no pairs at {PAIRS.name}: nothing is fitted.", file=sys.stderr)
        return 2
    file = FOLDER / PLAIN
    content = make_file(read_pairs())
    file.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{file.name} is written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
