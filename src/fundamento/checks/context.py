"""What a check is, and what it sees: one claim, its evidence, and the request that they belong to."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeAlias

from fundamento.answers import Claim, Draft
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.fragments import Fragment, FragmentRecord, Reader
from fundamento.judgements import Judgement, Pair, Unjudged


@dataclass(frozen=True, slots=True)
class Context:
    """The request that an output answers, as far as checks need it.

    `records` is what the store holds now, by ID, for the fragments that were cited; None: no store was asked.
    `reader` None: access control is off. `judgements` is what a judge says of the claims that were put to it; None:
    there is no judge.
    """

    fragments: Mapping[str, Fragment]
    as_of: date
    question: str = ""
    records: Mapping[str, FragmentRecord] | None = None
    reader: Reader | None = None
    quotes_required: bool = True
    thresholds: Mapping[CheckId, float] = field(default_factory=dict)
    judgements: Mapping[Pair, Judgement | Unjudged] | None = None

    def record(self, fragment: Fragment) -> Fragment | FragmentRecord | None:
        """Return what is known now of a fragment: the store's word, or its own where there is no store."""
        return fragment if self.records is None else self.records.get(fragment.id)

    def known(self, fragments: Iterable[Fragment]) -> list[Fragment | FragmentRecord]:
        """Return what is known now of each fragment; one that the store no longer has is left out."""
        return [record for record in map(self.record, fragments) if record is not None]


class Unable(Exception):  # noqa: N818 - it says that a rule cannot run, and no caller of ours ever sees it
    """Raised by a rule that needs what a part could not deliver; `error` is a fixed word, safe to log."""

    def __init__(self, part: str, error: str) -> None:
        super().__init__(part, error)
        self.part = part
        self.error = error


# None: there was nothing that the rule could look at, so that it says nothing of this claim or answer.
Found: TypeAlias = Iterable[Finding] | None
ClaimRule: TypeAlias = Callable[[Claim, Evidence, Context], Found]
AnswerRule: TypeAlias = Callable[[Draft, Context], Found]


@dataclass(frozen=True, slots=True)
class Check:
    """A rule: its ID, its version, its family and the function that finds failures.

    A rule looks at one claim at a time (`claim`) or at the whole answer (`answer`); a check may have both. A claim
    rule leaves `Finding.claim` None; the caller fills the index in. `needs_records` marks rules that the store's
    look-up must precede; `conflicts` those that hold for the fragments of a declared conflict too. So that they are not
    run in vain: `citations` marks claim rules that find nothing where the evidence is sound, and `needs` gives what of
    the request a rule has nothing to look at without (None). `wants` says in words what it looks at.
    """

    id: CheckId
    family: Family
    claim: ClaimRule | None = None
    answer: AnswerRule | None = None
    needs_records: bool = False
    conflicts: bool = False
    citations: bool = False
    needs: Callable[[Context], object] | None = None
    wants: str = "claims that cite retrieved fragments"
    version: int = 1
