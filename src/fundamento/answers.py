"""What a model may say: claims with their support, gaps, conflicts, or an abstention."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple


# A tuple for the same reason as `Span`: each is made once and compared several times in every check.
class Support(NamedTuple):
    """One piece of evidence: the ID of a fragment, and a short verbatim quote of it (None: none was given).

    `retrieved` is False where the ID names nothing that this request retrieved; `fragment` is then what the model
    wrote, even if it happens to read like the ID of some fragment.
    """

    fragment: str
    quote: str | None = None
    retrieved: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """One verifiable statement and the fragments that support it."""

    text: str
    support: tuple[Support, ...] = ()

    def __hash__(self) -> int:
        # Of the support too it would cost more than what is looked up by it; few claims have the same text.
        return hash(self.text)


@dataclass(frozen=True, slots=True)
class Gap:
    """Something asked that the sources do not document: a partial abstention."""

    text: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Sources that disagree, said openly.

    `fragments` are the IDs of theirs that the request retrieved, `unknown` what else was named.
    """

    text: str
    fragments: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GroundedAnswer:
    """An answer made of claims, with what is not documented and where sources disagree."""

    claims: tuple[Claim, ...] = ()
    gaps: tuple[Gap, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    kind: Literal["grounded"] = field(default="grounded", init=False)


@dataclass(frozen=True, slots=True)
class Abstention:
    """ "Not in these sources", with what is missing.

    `reason` is `said-nothing` where prose was empty, or small talk alone.
    """

    missing: str = ""
    reason: Literal["", "said-nothing"] = ""
    kind: Literal["abstention"] = field(default="abstention", init=False)


@dataclass(frozen=True, slots=True)
class Flaw:
    """A place where an output cannot be read as the schema.

    `claim` is the index of the claim, None for the whole answer; `reason` is a fixed code, safe to log. `hint` says
    what the caller may do about it.
    """

    reason: str
    claim: int | None = None
    hint: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Draft:
    """What was read from one output, before any check.

    `answer` is None where nothing could be read. `flaws` say what could not. `stray_claims` counts claims that
    came along with an abstention. `raw` is the output as it came, for logs and review by people only.
    """

    answer: GroundedAnswer | Abstention | None = field(repr=False)
    flaws: tuple[Flaw, ...] = ()
    stray_claims: int = 0
    raw: str = field(default="", repr=False)
    prose: bool = False
