"""What a request comes to: outcome, action, the answer, and everything that was found."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from fundamento.answers import Abstention, Draft, GroundedAnswer
from fundamento.assessments import ClaimAssessment
from fundamento.findings import Action, CheckId, Fault, Finding, Mode, Outcome
from fundamento.fragments import Fragment, Granularity, coarsest
from fundamento.judgements import NO_COST, JudgeCost
from fundamento.models import NO_USAGE, Usage
from fundamento.prose.denials import find_denial
from fundamento.rendering import Form, render
from fundamento.sealed import sealed

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema

ABSTENTION_SENTENCES: Final[Mapping[str, str]] = {
    "es": "No encuentro la respuesta en estas fuentes.",
    "en": "I can't find the answer in these sources.",
}
# The answer may be there: what was written could not be shown to rest on it.
WITHHELD_SENTENCES: Final[Mapping[str, str]] = {
    "es": "No he podido verificar una respuesta con estas fuentes.",
    "en": "I could not verify an answer with these sources.",
}
_MISSING: Final = {"es": "Falta: {}.", "en": "Missing: {}."}
_GAPS: Final = {"es": "No encuentro en estas fuentes: {}.", "en": "I can't find in these sources: {}."}
_GAP: Final = {
    "es": "No encuentro en estas fuentes una parte de lo que se pregunta.",
    "en": "I can't find a part of what is asked in these sources.",
}
_PRUNED: Final = {
    "es": (
        "Se ha retirado una afirmación que no se pudo verificar.",
        "Se han retirado {} afirmaciones que no se pudieron verificar.",
    ),
    "en": (
        "One claim that could not be verified was removed.",
        "{} claims that could not be verified were removed.",
    ),
}


@dataclass(frozen=True, slots=True)
class Cost:
    """What the model took. `repair` is the part of `usage` that went into repairs; times are in seconds.

    `judge` is what a judge took, which is in none of the others. `first_claim_seconds` is how long it took a stream
    from the request to the first claim that was verified and shown; None: there was none, or nothing was streamed.
    """

    attempts: int = 0
    usage: Usage = NO_USAGE
    model_seconds: float = 0.0
    repair: Usage = NO_USAGE
    repair_seconds: float = 0.0
    judge: JudgeCost = NO_COST
    first_claim_seconds: float | None = None


@sealed
class Result:
    """How one request ended. `outcome` is what the checks say, the same in every mode; `action` what was done.

    `answer` is what may be shown, None when it is withheld or could not be read. `findings` and `claims` are of the
    last output of the model; `withheld` is the draft that was not shown as it came, for logs and review by people
    only. `first_outcome` is what the first output came to, `first_findings` its findings where a repair took its
    place. Serialisers see `public()` and nothing else: the draft is reached by the name `withheld` alone, findings and
    claims by theirs. `hidden` counts the fragments that were kept from the model because the reader may not read them.
    `lost` are the indices of the claims that pruning removed, `streamed` of those that a stream has shown: where the
    action is `withheld`, they hold each by itself, and the answer as a whole does not. `modes` are those that held in
    this request, and `exempted` the findings that an exemption covers, so that they blocked nothing. `cited` maps each
    ID that `answer` cites to its fragment, in order of first use. `raw` is what is shown as it came: prose that is
    allowed, or an output that could not be read.
    """

    answer_id: str
    outcome: Outcome
    action: Action
    answer: GroundedAnswer | Abstention | None
    findings: tuple[Finding, ...]
    faults: tuple[Fault, ...]
    claims: tuple[ClaimAssessment, ...]
    cited: Mapping[str, Fragment]
    cost: Cost
    lang: str
    first_findings: tuple[Finding, ...] = ()
    lost: tuple[int, ...] = ()
    first_outcome: Outcome = Outcome.ANSWERED
    hidden: int = 0
    withheld: Draft | None = None
    raw: str = ""
    modes: Mapping[CheckId, Mode] = field(default_factory=dict)
    exempted: tuple[Finding, ...] = ()
    streamed: tuple[int, ...] = ()

    @property
    def granularity(self) -> Granularity | None:
        """How exactly `cited` can be placed in documents: `block` where one of them cannot; None: nothing is cited."""
        return coarsest(self.cited.values())

    @property
    def blocked_by(self) -> tuple[CheckId, ...]:
        """The checks whose findings or faults decided that something is held back, each once; empty: nothing is.

        A `rejected` answer that is `allowed` was rejected by checks that only warn.
        """
        if self.action not in (Action.WITHHELD, Action.PRUNED):
            return ()
        found = (each.check for each in self.findings if each not in self.exempted)
        unable = (each.check for each in self.faults if each.check is not None)
        checks = dict.fromkeys((*found, *unable))
        return tuple(check for check in checks if self.modes.get(check) is Mode.ENFORCE)

    def public(self) -> dict[str, Any]:
        """Return what a user may see, as JSON values: the text, claims, gaps, conflicts and citations that are shown.

        `schema` and `version` name its form, which `observability/result.schema.json` describes. Pydantic, FastAPI and
        `dict(result)` give the same.
        """
        from fundamento.public import describe  # noqa: PLC0415 - it is made of results

        return describe(self)

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        """Yield the keys and values of `public()`, so that `dict(result)` is that."""
        return iter(self.public().items())

    def __repr__(self) -> str:
        """Say how it ended, without anybody's text: reprs go to logs."""
        counts = ", ".join(
            f"{name}={len(values)}"
            for name, values in (("claims", self.claims), ("findings", self.findings), ("faults", self.faults))
        )
        return f"Result({self.answer_id}, outcome={self.outcome.value}, action={self.action.value}, {counts})"

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: "GetCoreSchemaHandler") -> "CoreSchema":
        from pydantic_core import core_schema  # noqa: PLC0415 - only Pydantic itself asks for it

        serialise = core_schema.plain_serializer_function_ser_schema(cls.public)
        return core_schema.is_instance_schema(cls, serialization=serialise)

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: "CoreSchema", handler: "GetJsonSchemaHandler") -> dict[str, Any]:
        from fundamento.public_form import PublicResult  # noqa: PLC0415 - as above

        return handler(PublicResult.__pydantic_core_schema__)

    def text(self, form: Form = "plain") -> str:
        """Render what may be shown, with citation markers `[1]`, `[2]`, …, numbered as in `cited`.

        When the answer is withheld, a sentence that none could be verified, which is not the one of an abstention. What
        was written, as it came, when it is prose of which nothing is held back, or could not be read and the policy
        lets it through all the same; where a check enforces, prose that says more than its claims (headings,
        courtesies) is rendered without that. What is missing is then named in the question's own words and in kinds of
        data, in a sentence of this library, and not in the model's. In the forms `html` and `markdown`, all of it is
        escaped for where it is rendered: no source or model gets to place a tag, a link or an image there.
        """
        return render(self._plain_text(), form)

    def _plain_text(self) -> str:
        if self.action is Action.WITHHELD:
            return WITHHELD_SENTENCES[self.lang]
        if self.answer is None or self.raw:
            return self.raw
        if isinstance(self.answer, Abstention):
            missing = self.answer.missing.strip().rstrip(".")
            if find_denial(missing) is not None:
                return f"{missing}."
            tail = [_MISSING[self.lang].format(missing)] if missing else []
            return " ".join([ABSTENTION_SENTENCES[self.lang], *tail])
        return " ".join(self._sentences(self.answer))

    def _sentences(self, answer: GroundedAnswer) -> list[str]:
        numbers = {cited: number for number, cited in enumerate(self.cited, 1)}
        sentences = [
            mark_sources(
                claim.text, [numbers[s.fragment] for s in claim.support if s.retrieved and s.fragment in numbers]
            )
            for claim in answer.claims
        ]
        sentences += [
            mark_sources(conflict.text, [numbers[cited] for cited in conflict.fragments if cited in numbers])
            for conflict in answer.conflicts
        ]
        if not answer.claims and answer.gaps:
            sentences.append(ABSTENTION_SENTENCES[self.lang])
        gaps = [gap.text.strip().rstrip(".") for gap in answer.gaps]
        named = [gap for gap in gaps if gap and find_denial(gap) is None]
        if named:
            sentences.append(_GAPS[self.lang].format("; ".join(named)))
        elif "" in gaps and answer.claims:
            sentences.append(_GAP[self.lang])
        sentences += [f"{gap}." for gap in gaps if gap and find_denial(gap) is not None]
        if self.lost:
            one, many = _PRUNED[self.lang]
            sentences.append(one if len(self.lost) == 1 else many.format(len(self.lost)))
        return sentences


def mark_sources(text: str, numbers: Iterable[int]) -> str:
    """Put markers before the final full stop: "El plan cuesta 20 € [1]." """
    body = text.strip()
    markers = "".join(f"[{number}]" for number in sorted(set(numbers)))
    if not markers:
        return body
    stripped = body.rstrip(".")
    return f"{stripped} {markers}{body[len(stripped) :]}"
