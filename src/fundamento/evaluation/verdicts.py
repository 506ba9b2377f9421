"""What is known of the claims of a recorded answer: from labels, or from the checks.

Two questions are asked, whoever answers. *Entailment*: does a set of fragments support a claim? *Expression*: does a
claim express a required fact? The checks answer the first with "no check of the contract, quote or evidence family
fails on the claim with these fragments as its evidence". For the second they ask twice: the fact has to hold with the
claim's text as its only evidence (the claim says all of it), and the claim has to hold with the fact and the fragments
that state it as its evidence (it says nothing else of it).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from fundamento.answers import Abstention, Claim, GroundedAnswer, Support
from fundamento.contract.aliases import Aliases
from fundamento.errors import InputError
from fundamento.evaluation.cases import Case, ClaimLabel, RequiredFact
from fundamento.evaluation.figures import Source
from fundamento.findings import CheckId
from fundamento.fragments import Fragment
from fundamento.grounder import Grounder
from fundamento.prose.reading import read_prose
from fundamento.settings import Settings

_CURRENCY: Final = frozenset({CheckId.SUPERSEDED_SOURCE, CheckId.OUT_OF_DATE_SOURCE})
_NUMBERS: Final = frozenset({CheckId.NUMBER_UNSUPPORTED, CheckId.NUMBER_MISATTRIBUTED})
# Not about whether the evidence supports the claim.
_BESIDE: Final = _CURRENCY | {CheckId.UNDISCLOSED_CONFLICT, CheckId.UNSUPPORTED_LANGUAGE}


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """A recorded answer as claims; each claim has the IDs that it cites, `invented` those that nothing retrieved has.

    `abstained`: it makes no claim, whether it says so or says nothing.
    """

    claims: tuple[Claim, ...]
    gaps: tuple[str, ...] = ()

    @property
    def abstained(self) -> bool:
        """Whether no claim is made."""
        return not self.claims

    def known(self, index: int) -> tuple[str, ...]:
        """Return the retrieved IDs that a claim cites, each once."""
        return tuple(dict.fromkeys(one.fragment for one in self.claims[index].support if one.retrieved))

    def invented(self, index: int) -> tuple[str, ...]:
        """Return the IDs that a claim cites and that were not retrieved, each once."""
        return tuple(dict.fromkeys(one.fragment for one in self.claims[index].support if not one.retrieved))


def read_answer(case: Case) -> ReadAnswer:
    """Read the recorded answer of a case. Raises `InputError` where it has none."""
    if case.answer is None:
        raise InputError("The case has no recorded answer.", hint='Give "answer": {"text": "..."}, or claims.')
    fragments = [fragment.as_fragment() for fragment in case.fragments]
    known = {fragment.id for fragment in fragments}
    if case.answer.text is None:
        claims = tuple(
            Claim(one.text, tuple(Support(cited, None, cited in known) for cited in one.cites))
            for one in case.answer.claims
        )
        return ReadAnswer(claims, case.answer.gaps)
    read = read_prose(case.answer.text, Aliases.identity(fragments)).answer
    if isinstance(read, GroundedAnswer):
        return ReadAnswer(read.claims, tuple(gap.text for gap in read.gaps))
    return ReadAnswer((), (read.missing,) if isinstance(read, Abstention) and read.missing else ())


class Verdicts(Protocol):
    """Who says what of the claims of one case. Each method returns None where it cannot say."""

    @property
    def source(self) -> Source:
        """Where the verdicts come from."""
        ...

    def entails(self, index: int, fragments: Collection[str]) -> bool | None:
        """Say whether these retrieved fragments together support the claim of that index."""
        ...

    def inferable(self, index: int) -> bool | None:
        """Say whether the claim follows from all that was retrieved."""
        ...

    def expresses(self, index: int, fact: RequiredFact) -> bool | None:
        """Say whether the claim expresses a required fact."""
        ...

    def states(self, fragments: Collection[str], fact: RequiredFact) -> bool | None:
        """Say whether these retrieved fragments state a required fact."""
        ...


@dataclass(frozen=True, slots=True)
class LabelVerdicts:
    """Verdicts of a person, by `Case.labels`, and by the fragments that the required facts name."""

    labels: Sequence[ClaimLabel]
    answer: ReadAnswer
    source: Source = Source.LABELS

    def entails(self, index: int, fragments: Collection[str]) -> bool | None:
        """Say whether a set that the label calls sufficient is among these."""
        label, cited = self.labels[index], self.answer.known(index)
        enough = ((cited,) if label.supported and cited else ()) if label.sufficient is None else label.sufficient
        return any(set(one) <= set(fragments) for one in enough)

    def inferable(self, index: int) -> bool | None:
        """Return the label, or else `supported`."""
        label = self.labels[index]
        return label.supported if label.inferable is None else label.inferable

    def expresses(self, index: int, fact: RequiredFact) -> bool | None:
        """Say whether the label names the fact."""
        return fact.id in self.labels[index].facts

    def states(self, fragments: Collection[str], fact: RequiredFact) -> bool | None:
        """Say whether one of these is named by the fact."""
        return any(one in fragments for one in fact.fragments)


class CheckVerdicts:
    """Verdicts of the checks that ship, as this module defines them; no model is asked and no label is read.

    `expresses` takes from the data set the texts of the facts and the fragments that state them.
    """

    source: Final = Source.CHECKS

    def __init__(self, case: Case, answer: ReadAnswer) -> None:
        self._case: Final = case
        self._answer: Final = answer
        self._fragments: Final = {one.id: one.as_fragment() for one in case.fragments}
        self._grounder: Final = Grounder(sinks=(), settings=Settings(quotes=False))
        self._known: Final[dict[tuple[str, tuple[Fragment, ...]], frozenset[CheckId] | None]] = {}

    def entails(self, index: int, fragments: Collection[str]) -> bool | None:
        """Say whether no check fails on the claim with these as its evidence; False without any."""
        return self._holds(self._answer.claims[index].text, self._chosen(fragments))

    def inferable(self, index: int) -> bool | None:
        """Say the same with all fragments as its evidence."""
        return self.entails(index, tuple(self._fragments))

    def expresses(self, index: int, fact: RequiredFact) -> bool | None:
        """Say whether fact and claim hold by each other."""
        claim = self._answer.claims[index].text
        backward = self._holds(fact.text, (Fragment("claim", claim),))
        if not backward:
            return backward
        return self._holds(claim, (Fragment("fact", fact.text), *self._chosen(fact.fragments)))

    def states(self, fragments: Collection[str], fact: RequiredFact) -> bool | None:
        """Say whether the fact holds with these as its evidence."""
        return self._holds(fact.text, self._chosen(fragments))

    def wrong_number(self, index: int) -> bool | None:
        """Say whether a number of the claim is not in what it cites, or is there of something else."""
        failing = self._failing(self._answer.claims[index].text, self._chosen(self._answer.known(index)))
        return None if failing is None else bool(failing & _NUMBERS)

    def outdated(self, index: int) -> bool | None:
        """Say whether what the claim cites was superseded, or was not valid on the day of the case."""
        failing = self._failing(self._answer.claims[index].text, self._chosen(self._answer.known(index)))
        return None if failing is None else bool(failing & _CURRENCY)

    def _chosen(self, ids: Collection[str]) -> tuple[Fragment, ...]:
        return tuple(fragment for one, fragment in self._fragments.items() if one in ids)

    def _holds(self, text: str, evidence: tuple[Fragment, ...]) -> bool | None:
        if not evidence:
            return False
        failing = self._failing(text, evidence)
        return None if failing is None else not failing - _BESIDE

    def _failing(self, text: str, evidence: tuple[Fragment, ...]) -> frozenset[CheckId] | None:
        """Return the checks that fail on a text; None where one could not run."""
        key = (text, evidence)
        if key not in self._known:
            support = [{"fragment": fragment.id} for fragment in evidence]
            output = {"answer": {"kind": "grounded", "claims": [{"support": support, "text": text}]}}
            result = self._grounder.check(output, evidence, question=self._case.question, as_of=self._case.as_of)
            failing = frozenset(finding.check for finding in result.findings)
            self._known[key] = None if result.faults else failing
        return self._known[key]


def label_verdicts(case: Case, answer: ReadAnswer) -> LabelVerdicts | None:
    """Return the verdicts of the labels; None: the case has none. Raises `InputError` for another number of claims."""
    if case.labels is None:
        return None
    if len(case.labels) != len(answer.claims):
        raise InputError(
            f"The answer has {len(answer.claims)} claims and {len(case.labels)} labels.",
            hint="Give the answer as claims, or a label for each claim that is read in its text.",
        )
    return LabelVerdicts(case.labels, answer)
