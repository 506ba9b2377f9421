"""What the evidence checks say of pairs of claim and evidence that people labelled.

Run it with `PYTHONPATH=tests python -m benchmarks.evidence [A|B]`: with all pairs, or with one half of them, which is
told by a checksum of their IDs. Rules are tuned on A; what B says is what to believe.
It reads `support-dev.jsonl` from `shared/data` beside the checkout, where it is; nothing of it is kept. Quotes are off:
the evidence is the whole text. For each data set: how many supported and unsupported pairs get each finding.
"""

import json
import sys
import zlib
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from fundamento.answers import Claim, Support
from fundamento.checks import CHECKS
from fundamento.checks.context import Context
from fundamento.evidence import Citation, Evidence
from fundamento.findings import CheckId, Family
from fundamento.fragments import Fragment

PAIRS = Path(__file__).resolve().parents[3] / "shared" / "data" / "support-dev.jsonl"
NUMBERS = {CheckId.NUMBER_UNSUPPORTED, CheckId.NUMBER_MISATTRIBUTED}
ESTIMATES = {CheckId.WEAK_SUPPORT, CheckId.NOT_ENTAILED}  # scores with a threshold: `benchmarks.support` is about those
RULES = [
    (check.id, check.claim)
    for check in CHECKS.values()
    if check.family is Family.EVIDENCE and check.claim and check.id not in ESTIMATES
]


def find(claim: str, evidence: str) -> set[str]:
    """Return the checks that one pair fails, with `number-*` and `any` for those of a kind."""
    fragment = Fragment("evidence", evidence)
    support = Support(fragment.id)
    context = Context({fragment.id: fragment}, as_of=date(2026, 1, 1), quotes_required=False)
    found = {
        check
        for check, rule in RULES
        if list(rule(Claim(claim, (support,)), Evidence.of([Citation(support, fragment)]), context) or ())
    }
    kinds = ({"number-*"} if found & NUMBERS else set()) | ({"any"} if found else set())
    return {check.value for check in found} | kinds


def half_of(name: str) -> str:
    """Return the half that a pair is in, by its ID."""
    return "AB"[zlib.crc32(name.encode()) & 1]


def main(halves: Sequence[str]) -> int:
    """Print one line a data set, and the precision of each finding over all of them."""
    if not PAIRS.is_file():
        print(f"There are no pairs at {PAIRS.name}: nothing is measured.", file=sys.stderr)
        return 2
    totals: Counter[tuple[str, str]] = Counter()
    flagged: Counter[tuple[str, str, str]] = Counter()
    with PAIRS.open(encoding="utf-8") as lines:
        for line in lines:
            pair = json.loads(line)
            if half_of(pair["id"]) not in halves:
                continue
            key = (pair["dataset"], pair["label"])
            totals[key] += 1
            flagged.update((*key, name) for name in find(pair["claim"], pair["evidence"]))
    names = [*(check.value for check, _ in RULES), "number-*", "any"]
    print(f"{'flagged, %: supported / unsupported':<36}" + "".join(f"{name:>22}" for name in names))
    for dataset in dict.fromkeys(dataset for dataset, _ in totals):
        rates = [
            [
                100 * flagged[dataset, label, name] / max(1, totals[dataset, label])
                for label in ("supported", "unsupported")
            ]
            for name in names
        ]
        print(f"{dataset:<36}" + "".join(f"{good:>13.1f} / {bad:<6.1f}" for good, bad in rates))
    for name in names:
        good, bad = (
            sum(count for (_, labelled, found), count in flagged.items() if (labelled, found) == (label, name))
            for label in ("supported", "unsupported")
        )
        supported = sum(count for (_, label), count in totals.items() if label == "supported")
        precision, share = bad / max(1, good + bad), 100 * good / max(1, supported)
        print(f"{name}: precision {precision:.3f}, {share:.2f} % of the supported pairs")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ("A", "B")))
