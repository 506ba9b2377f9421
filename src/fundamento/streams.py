"""What a stream of an answer yields: claims as they are verified, what was withheld, and at last the result."""

from dataclasses import dataclass
from typing import TypeAlias

from fundamento.answers import Abstention, Claim, Conflict, Gap
from fundamento.findings import Fault, Finding, Verdict
from fundamento.rendering import Form, render
from fundamento.result import Result, mark_sources


@dataclass(frozen=True, slots=True)
class StreamedClaim:
    """A finished claim that may be shown. `index` is its place in the output, from 0.

    `verdict` and `findings` are what the checks say of this claim by itself: under enforce nothing that blocks, in warn
    whatever was found. `numbers` are those of its sources, as `Result.cited` will number them.
    """

    index: int
    claim: Claim
    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    numbers: tuple[int, ...] = ()
    attempt: int = 1

    def text(self, form: Form = "plain") -> str:
        """Render the claim with its citation markers, as `Result.text` does."""
        return render(mark_sources(self.claim.text, self.numbers), form)


@dataclass(frozen=True, slots=True)
class StreamedNotice:
    """Something was withheld: the claim at `index`, or what is left of the whole answer (None).

    `findings` and `faults` say why, without any text of the model: no `detail`, and no ID that was not retrieved.
    """

    index: int | None
    findings: tuple[Finding, ...] = ()
    faults: tuple[Fault, ...] = ()
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class StreamedGap:
    """Something asked that the sources do not document."""

    gap: Gap


@dataclass(frozen=True, slots=True)
class StreamedConflict:
    """Sources that disagree; `numbers` are theirs, as `Result.cited` numbers them."""

    conflict: Conflict
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StreamedAbstention:
    """The answer is not in these sources."""

    abstention: Abstention


Shown: TypeAlias = StreamedClaim | StreamedNotice | StreamedGap | StreamedConflict | StreamedAbstention
StreamEvent: TypeAlias = Shown | Result


def is_verified(event: Shown) -> bool:
    """Say whether this shows a claim that passed every check."""
    return isinstance(event, StreamedClaim) and event.verdict is Verdict.PASS
