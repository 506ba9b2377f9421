"""Figures of one answer. Each takes what was read of the answer and whose verdicts to believe.

Where no claim is made, what divides by claims has the status `abstained`; where there is nothing to divide by, it is
`not_applicable`; where a verdict could not be had, `judge_failed`. None of them is ever 0, 1 or NaN for want of data.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from fundamento.evaluation.cases import Case, RequiredFact
from fundamento.evaluation.figures import Figure, FigureStatus, Source, failed, share
from fundamento.evaluation.verdicts import CheckVerdicts, ReadAnswer, Verdicts


def citation_presence(answer: ReadAnswer) -> Figure:
    """Return the share of claims that cite anything, known or invented; gaps need no citation.

    Source: this project. Edge: without claims, `abstained`.
    """
    cites = sum(bool(claim.support) for claim in answer.claims)
    return share(cites, len(answer.claims), Source.COUNTS, without=FigureStatus.ABSTAINED)


def support(answer: ReadAnswer, verdicts: Verdicts) -> Figure:
    """Return S, the share of claims that what they cite supports.

    Source: attribution to identified sources (Rashkin et al., 2023), a claim at a time. Edges: a claim that cites
    nothing, or an invented ID, is not supported; without claims, `abstained`.
    """
    return _of_claims([supported(answer, verdicts, index) for index in range(len(answer.claims))], verdicts)


def supported(answer: ReadAnswer, verdicts: Verdicts, index: int) -> bool | None:
    """Say whether a claim cites only what was retrieved, and is supported by it; None: no verdict could be had."""
    known = answer.known(index)
    return verdicts.entails(index, known) if known and not answer.invented(index) else False


def coverage(case: Case, answer: ReadAnswer, verdicts: Verdicts) -> Figure:
    """Return U, the share of required facts that a supported claim expresses.

    Source: nugget recall (Voorhees, 2003). What expressing is, `verdicts` says. Edges: without required facts,
    `not_applicable`; an answer without claims covers 0 of them.
    """
    found = [is_covered(fact, answer, verdicts) for fact in case.required]
    return _of_things(found, verdicts)


def is_covered(fact: RequiredFact, answer: ReadAnswer, verdicts: Verdicts) -> bool | None:
    """Say whether a supported claim expresses a fact; None: no claim is known to, and of one it could not be told."""
    unsure = False
    for index in range(len(answer.claims)):
        expressed = verdicts.expresses(index, fact)
        stands = supported(answer, verdicts, index) if expressed is not False else False
        if expressed and stands:
            return True
        unsure = unsure or (stands is not False and (expressed is None or stands is None))
    return None if unsure else False


def alce_recall(answer: ReadAnswer, verdicts: Verdicts) -> Figure:
    """Return ALCE's citation recall: the share of statements that all their citations together entail.

    Source: Gao et al., "Enabling Large Language Models to Generate Text with Citations", 2023, section 4. Edges: a
    statement without citations, or with an invented one, counts as not entailed; without statements, `abstained`.
    """
    return support(answer, verdicts)


def alce_precision(answer: ReadAnswer, verdicts: Verdicts, *, count_invented: bool = False) -> Figure:
    """Return ALCE's citation precision: the share of citations that are not irrelevant.

    A citation counts where its statement's citations together entail it, unless it does not entail it alone and the
    others do without it. Source: as `alce_recall`, and its program, which leaves the citations of a statement with an
    invented one out of the denominator. `count_invented`: they are in it, so that an invented ID lowers the figure.
    Edges: without claims, `abstained`; without citations to count, `not_applicable`.
    """
    good = n = 0
    for index in range(len(answer.claims)):
        known, invented = answer.known(index), answer.invented(index)
        if invented and not count_invented:
            continue
        n += len(known) + len(invented)
        needed = _needed(answer, verdicts, index) if not invented else 0
        if needed is None:
            return failed(verdicts.source)
        good += needed
    return share(good, n, verdicts.source, without=_without_claims(answer))


def _needed(answer: ReadAnswer, verdicts: Verdicts, index: int) -> int | None:
    idle = _idle(answer, verdicts, index)
    together = supported(answer, verdicts, index)
    if together is None or idle is None:
        return None
    return len(answer.known(index)) - len(idle) if together else 0


def _idle(answer: ReadAnswer, verdicts: Verdicts, index: int) -> tuple[str, ...] | None:
    """Return what a claim cites that does not entail it alone, and without which the others do."""
    known, idle = answer.known(index), []
    for one in known if len(known) > 1 else ():
        alone, rest = verdicts.entails(index, (one,)), verdicts.entails(index, [o for o in known if o != one])
        if alone is None or rest is None:
            return None
        if not alone and rest:
            idle.append(one)
    return tuple(idle)


def idle_citations(answer: ReadAnswer, verdicts: Verdicts) -> Figure:
    """Return the share of known citations without which the others entail the claim, and which do not alone.

    Source: the second condition of ALCE's precision, as a figure of its own. Edges: a claim's only citation is never
    idle; without claims, `abstained`; without known citations, `not_applicable`.
    """
    idle = [_idle(answer, verdicts, index) for index in range(len(answer.claims))]
    if any(each is None for each in idle):
        return failed(verdicts.source)
    n = sum(len(answer.known(index)) for index in range(len(answer.claims)))
    return share(sum(len(each or ()) for each in idle), n, verdicts.source, without=_without_claims(answer))


def faithfulness(answer: ReadAnswer, verdicts: Verdicts) -> Figure:
    """Return the share of claims that follow from all that was retrieved, whatever they cite.

    Source: Es et al., "RAGAS", 2023. Edge: without claims, `abstained` (where ragas gives NaN).
    """
    return _of_claims([verdicts.inferable(index) for index in range(len(answer.claims))], verdicts)


def context_recall(case: Case, verdicts: Verdicts) -> Figure:
    """Return the share of required facts that what was retrieved states.

    Source: RAGAS's context recall, with required facts for the sentences of the reference. Edges: without required
    facts, `not_applicable`; where nothing was retrieved, 0 of them (where ragas can give 1.0).
    """
    ids = [fragment.id for fragment in case.fragments]
    return _of_things([verdicts.states(ids, fact) for fact in case.required], verdicts)


def context_precision(case: Case, verdicts: Verdicts) -> Figure:
    """Return the mean of precision@k over the ranks k of relevant fragments: those that state a required fact.

    Source: RAGAS's context precision, without the small constant in its denominator: a perfect ranking is 1. Edges:
    without required facts or ranking, `not_applicable`; where no fragment is relevant, 0. A ranked ID whose text the
    case does not hold is relevant where a fact names it.
    """
    if not case.required or not case.ranked:
        return share(0, 0, verdicts.source)
    texts = {fragment.id for fragment in case.fragments}
    found, precisions = 0, []
    for rank, one in enumerate(case.ranked, 1):
        stated = [verdicts.states((one,), fact) for fact in case.required] if one in texts else [one in case.relevant]
        if not any(stated) and None in stated:
            return failed(verdicts.source)
        if any(stated):
            found += 1
            precisions.append(found / rank)
    return Figure(sum(precisions) / found if found else 0.0, len(case.ranked), verdicts.source)


def facts_at(case: Case, k: int) -> Figure:
    """Return the share of required facts that one of the first k of the ranking states, by the fragments they name.

    Source: subtopic recall (Zhai et al., 2003). Edge: without required facts, `not_applicable`.
    """
    first = set(case.ranked[:k])
    return share(sum(bool(first & set(fact.fragments)) for fact in case.required), len(case.required), Source.LABELS)


def unsupported_numbers(answer: ReadAnswer, checks: CheckVerdicts) -> Figure:
    """Return the share of claims with a number that what they cite lacks, or has of something else.

    Source: the checks `number-unsupported` and `number-misattributed`, so always by checks. Edge: without claims,
    `abstained`.
    """
    return _of_claims([checks.wrong_number(index) for index in range(len(answer.claims))], checks)


@dataclass(frozen=True, slots=True)
class AbstentionTable:
    """Answers by whether the sources answer, and whether the assistant did."""

    answered: int = 0
    over_refusals: int = 0
    false_answers: int = 0
    right_abstentions: int = 0

    @property
    def over_refusal(self) -> Figure:
        """The share of abstentions where the sources answer."""
        return share(self.over_refusals, self.answered + self.over_refusals, Source.LABELS)

    @property
    def false_answer(self) -> Figure:
        """The share of answers where the sources do not answer."""
        return share(self.false_answers, self.false_answers + self.right_abstentions, Source.LABELS)


def abstention(pairs: Iterable[tuple[Case, ReadAnswer]]) -> AbstentionTable:
    """Count abstention as a 2×2 table: only `unanswerable` cases are to be abstained from.

    Source: Rajpurkar et al., 2018 (SQuAD 2.0), kept as counts. Edge: an answer that says nothing abstains.
    """
    count = {(silent, right): 0 for silent in (True, False) for right in (True, False)}
    for case, answer in pairs:
        count[answer.abstained, case.kind == "unanswerable"] += 1
    return AbstentionTable(count[False, False], count[True, False], count[False, True], count[True, True])


def _without_claims(answer: ReadAnswer) -> FigureStatus:
    return FigureStatus.ABSTAINED if answer.abstained else FigureStatus.NOT_APPLICABLE


def _of_claims(found: list[bool | None], verdicts: Verdicts) -> Figure:
    if None in found:
        return failed(verdicts.source)
    return share(sum(map(bool, found)), len(found), verdicts.source, without=FigureStatus.ABSTAINED)


def _of_things(found: list[bool | None], verdicts: Verdicts) -> Figure:
    return failed(verdicts.source) if None in found else share(sum(map(bool, found)), len(found), verdicts.source)
