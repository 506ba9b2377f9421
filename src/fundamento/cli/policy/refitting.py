"""What answers of the past have found under the thresholds of another bundle, as far as their event lines tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fundamento.checks.weak_support import THRESHOLD
from fundamento.cli.policy.logs import Past, Told
from fundamento.findings import CheckId, Finding
from fundamento.policy.bundle import Bundle, OnReject

_WEAK: Final = CheckId.WEAK_SUPPORT


@dataclass(frozen=True, slots=True)
class Refit:
    """Findings as another bundle has them, and the checks of which that cannot be told from the lines."""

    findings: Sequence[Told]
    unknown: frozenset[CheckId] = frozenset()


def refit(past: Past, bundle: Bundle) -> Refit:
    """Return the findings that an answer has under a bundle's thresholds.

    Lines say the score of a claim with a finding, and the lowest one of the last output: enough to tell whether that is
    under a threshold. They do not say the scores of an output that was repaired, which claims are under a higher
    threshold, nor what a judge gave.
    """
    if past.fingerprint == bundle.fingerprint:
        return Refit([told for told in past.findings if not told.apart])
    threshold = bundle.thresholds.get(_WEAK, THRESHOLD)
    findings = [told for told in past.findings if told.finding.check is not _WEAK or _is_under(told, threshold)]
    unknown = {CheckId.NOT_ENTAILED} if CheckId.NOT_ENTAILED.value in past.looked else set()
    weak = [told for told in findings if told.finding.check is _WEAK]
    last = {told.finding.claim for told in weak if told.attempt == past.attempts}
    if past.lowest_score is not None and past.lowest_score < threshold and not last:
        found = Finding(_WEAK, "under-threshold", claim=0 if past.claims == 1 else None)
        findings.append(Told(past.attempts, found, past.lowest_score))
        last.add(found.claim)
    if _WEAK.value in past.looked and _is_open(past, weak, last, bundle):
        unknown.add(_WEAK)
    return Refit(findings, frozenset(unknown))


def _is_under(told: Told, threshold: float) -> bool:
    return told.score is None or told.score < threshold


def _is_open(past: Past, weak: Sequence[Told], last: set[int | None], bundle: Bundle) -> bool:
    """Say whether another score than those that are known could change what is done."""
    if past.lowest_score is None or any(told.score is None for told in weak):
        return True
    if past.attempts > 1 and not any(told.attempt == 1 for told in weak):
        return True
    return bool(last) and bundle.on_reject is OnReject.PRUNE and past.claims > len(last - {None})
