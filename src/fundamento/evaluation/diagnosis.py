"""Which component of an assistant failed a case, with the fragment, fact or claim that shows it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fundamento.evaluation.cases import Case, RequiredFact
from fundamento.evaluation.metrics import is_covered, supported
from fundamento.evaluation.verdicts import CheckVerdicts, ReadAnswer, Verdicts


class Component(StrEnum):
    """What failed. The last four are of generation; currency is of the corpus or of the search."""

    RETRIEVAL = "retrieval"
    CURRENCY = "currency"
    USE_OF_EVIDENCE = "use-of-evidence"
    COMPLETENESS = "completeness"
    ABSTENTION = "abstention"
    UNKNOWN = "unknown"


GENERATION: Final = frozenset({Component.USE_OF_EVIDENCE, Component.COMPLETENESS, Component.ABSTENTION})


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One failure. `shown_by` is the ID of a fact, or `claim 2` (from 1); `reason` is a fixed code, safe to log."""

    component: Component
    reason: str
    shown_by: str = ""


def diagnose(case: Case, answer: ReadAnswer, verdicts: Verdicts, checks: CheckVerdicts) -> tuple[Diagnosis, ...]:
    """Return what failed, each once; empty: the case holds.

    A claim that its citations do not support is misused evidence. A required fact that is not expressed is a fault of
    retrieval where no retrieved fragment states it, of completeness where one does and the assistant answered, and of
    abstention where it did not answer. An answer to what the sources do not answer is a fault of abstention. A claim
    that rests on a superseded source is a fault of currency, by the checks whatever the other verdicts are. What could
    not be judged is `unknown`, and no pass.
    """
    if case.kind == "unanswerable":
        found = [Diagnosis(Component.ABSTENTION, "false-answer")] if answer.claims else []
    else:
        ids = [fragment.id for fragment in case.fragments]
        found = [one for fact in case.required if (one := _missing(fact, ids, answer, verdicts)) is not None]
        if answer.abstained and not case.required:
            found.append(Diagnosis(Component.ABSTENTION, "over-refusal"))
    for index in range(len(answer.claims)):
        found += _of_claim(index, answer, verdicts, checks)
    return tuple(dict.fromkeys(found))


def _missing(fact: RequiredFact, ids: list[str], answer: ReadAnswer, verdicts: Verdicts) -> Diagnosis | None:
    covered = is_covered(fact, answer, verdicts)
    if covered:
        return None
    retrieved = verdicts.states(ids, fact)
    if covered is None or retrieved is None:
        return Diagnosis(Component.UNKNOWN, "judge-failed", fact.id)
    if not retrieved:
        return Diagnosis(Component.RETRIEVAL, "fact-not-retrieved", fact.id)
    if answer.abstained:
        return Diagnosis(Component.ABSTENTION, "over-refusal", fact.id)
    return Diagnosis(Component.COMPLETENESS, "fact-not-stated", fact.id)


def _of_claim(index: int, answer: ReadAnswer, verdicts: Verdicts, checks: CheckVerdicts) -> list[Diagnosis]:
    where = f"claim {index + 1}"
    stands, old = supported(answer, verdicts, index), checks.outdated(index)
    found = []
    if stands is None or old is None:
        found.append(Diagnosis(Component.UNKNOWN, "judge-failed", where))
    if old:
        found.append(Diagnosis(Component.CURRENCY, "outdated-source", where))
    if stands is False:
        cites = answer.claims[index].support
        reason = "invented-citation" if answer.invented(index) else "unsupported-claim" if cites else "uncited-claim"
        found.append(Diagnosis(Component.USE_OF_EVIDENCE, reason, where))
    return found
