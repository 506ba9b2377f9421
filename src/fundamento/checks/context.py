"""What a check sees: one claim, its citations, and the request that they belong to."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple, TypeAlias

from fundamento.answers import Claim, Draft, Support
from fundamento.findings import CheckId, Family, Finding
from fundamento.fragments import Fragment, FragmentRecord, Reader
from fundamento.judgements import Judgement, Pair, Unjudged
from fundamento.likeness import Likeness
from fundamento.spans import Span


# A tuple for the same reason as `Span`.
class Citation(NamedTuple):
    """One support of a claim, resolved against what the request retrieved.

    `fragment` is None where the request retrieved no such ID. `spans` say where the quote stands, in code points of the
    fragment's own text, in order, one for each piece between ellipses; empty: it was not found; None: there was nothing
    to look for. `trivial`: the quote could stand in any text.
    """

    support: Support
    fragment: Fragment | None = None
    spans: tuple[Span, ...] | None = None
    trivial: bool = False


class Evidence(NamedTuple):
    """The citations of one claim, in order; `fragments` are those that the request retrieved, each once.

    `sound`: there is a citation, and each is of a fragment that was retrieved, with a quote that says something and
    stands there.
    """

    citations: tuple[Citation, ...] = ()
    fragments: tuple[Fragment, ...] = ()
    sound: bool = False

    @classmethod
    def of(cls, citations: Iterable[Citation]) -> "Evidence":
        """Gather citations."""
        gathered = tuple(citations)
        known: dict[str, Fragment] = {}
        sound = bool(gathered)
        for _, fragment, spans, trivial in gathered:
            if fragment is not None:
                known[fragment.id] = fragment
            if not spans or trivial:  # without a fragment there are no spans
                sound = False
        return cls(gathered, tuple(known.values()), sound)

    def __hash__(self) -> int:
        # Of all that it holds it would cost more than what is looked up by it, which goes with the claim's own hash.
        return hash(self.fragments[0].id) if self.fragments else 0


@dataclass(frozen=True, slots=True)
class Context:
    """The request that an output answers, as far as checks need it.

    `records` is what the store holds now, by ID, for the fragments that were cited; None: no store was asked.
    `reader` None: access control is off. `judgements` is what a judge says of the claims that were put to it; None:
    there is no judge. `vectors` tells how alike texts are for the support score; None: it goes by words alone.
    """

    fragments: Mapping[str, Fragment]
    as_of: date
    question: str = ""
    records: Mapping[str, FragmentRecord] | None = None
    reader: Reader | None = None
    quotes_required: bool = True
    thresholds: Mapping[CheckId, float] = field(default_factory=dict)
    judgements: Mapping[Pair, Judgement | Unjudged] | None = None
    vectors: Likeness | None = None

    def record(self, fragment: Fragment) -> Fragment | FragmentRecord | None:
        """Return what is known now of a fragment: the store's word, or its own where there is no store."""
        return fragment if self.records is None else self.records.get(fragment.id)


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
