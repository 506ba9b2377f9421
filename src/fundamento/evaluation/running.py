"""A run over the recorded answers of a data set: the figures of each case, their means, and what failed."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from fundamento.evaluation import metrics
from fundamento.evaluation.cases import Case, Dataset
from fundamento.evaluation.diagnosis import Diagnosis, diagnose
from fundamento.evaluation.figures import Figure, Mean, Source, average, share
from fundamento.evaluation.metrics import AbstentionTable
from fundamento.evaluation.retrieval import precision_at, recall_at
from fundamento.evaluation.verdicts import CheckVerdicts, ReadAnswer, Verdicts, label_verdicts, read_answer

KIND: Final = "fundamento-evaluation"
LIMITATIONS: Final = (
    "Verdicts by checks rest on rules: what needs inference is missed.",
    "Means count each case once, and have no interval.",
)


@dataclass(frozen=True, slots=True)
class Measured:
    """One case: its figures by name, and what failed."""

    id: str
    critical: bool
    figures: Mapping[str, Figure]
    diagnoses: tuple[Diagnosis, ...]

    @property
    def held(self) -> bool:
        """Whether nothing failed."""
        return not self.diagnoses


@dataclass(frozen=True, slots=True)
class Run:
    """All cases of a data set that have a recorded answer, in order; `skipped` are the IDs of those without one."""

    dataset: str
    cases: tuple[Measured, ...]
    abstention: AbstentionTable
    skipped: tuple[str, ...]

    def means(self) -> dict[str, Mean]:
        """Return the mean of each figure over the cases."""
        names = self.cases[0].figures if self.cases else {}
        return {name: average(case.figures[name] for case in self.cases) for name in names}

    def report(self) -> dict[str, Any]:
        """Return the run as JSON values; two runs of one data set give the same."""
        return {
            "kind": KIND,
            "seed": None,
            "inputs": {"dataset": self.dataset, "cases": len(self.cases), "skipped": list(self.skipped)},
            "means": {name: asdict(mean) for name, mean in self.means().items()},
            "abstention": asdict(self.abstention),
            "evidence": [
                {
                    "id": case.id,
                    "critical": case.critical,
                    "held": case.held,
                    "figures": {name: asdict(figure) for name, figure in case.figures.items()},
                    "diagnoses": [asdict(one) for one in case.diagnoses],
                }
                for case in self.cases
            ],
            "limitations": list(LIMITATIONS),
        }


def run_recorded(dataset: Dataset, *, k: int = 3, by_labels: bool = True) -> Run:
    """Measure the recorded answers; no model is asked.

    Verdicts are of the labels where a case has them and `by_labels` says so, else of the checks; each figure names its
    own. Raises `InputError` where the labels are not of the claims that are read in an answer.
    """
    recorded = [(case, read_answer(case)) for case in dataset.cases if case.answer is not None]
    return Run(
        dataset.sha256,
        tuple(_measure(case, answer, k, by_labels=by_labels) for case, answer in recorded),
        metrics.abstention(recorded),
        tuple(case.id for case in dataset.cases if case.answer is None),
    )


def _measure(case: Case, answer: ReadAnswer, k: int, *, by_labels: bool) -> Measured:
    checks = CheckVerdicts(case, answer)
    verdicts = (label_verdicts(case, answer) if by_labels else None) or checks
    figures = {**_retrieval(case, k), **_generation(case, answer, verdicts)}
    figures["unsupported numbers"] = metrics.unsupported_numbers(answer, checks)
    return Measured(case.id, case.critical, figures, diagnose(case, answer, verdicts, checks))


def _retrieval(case: Case, k: int) -> dict[str, Figure]:
    recall, precision = recall_at(case.ranked, case.relevant, k), precision_at(case.ranked, case.relevant, k)
    nothing = share(0, 0, Source.LABELS)
    return {
        f"recall@{k}": nothing if recall is None else Figure(recall, len(case.relevant), Source.LABELS),
        f"precision@{k}": nothing
        if precision is None or not case.relevant
        else Figure(precision, len(case.ranked[:k]), Source.LABELS),
        f"facts@{k}": metrics.facts_at(case, k),
    }


def _generation(case: Case, answer: ReadAnswer, verdicts: Verdicts) -> dict[str, Figure]:
    return {
        "context precision": metrics.context_precision(case, verdicts),
        "context recall": metrics.context_recall(case, verdicts),
        "citation presence": metrics.citation_presence(answer),
        "support": metrics.support(answer, verdicts),
        "coverage": metrics.coverage(case, answer, verdicts),
        "citation recall": metrics.alce_recall(answer, verdicts),
        "citation precision": metrics.alce_precision(answer, verdicts),
        "citation precision, invented IDs counted": metrics.alce_precision(answer, verdicts, count_invented=True),
        "idle citations": metrics.idle_citations(answer, verdicts),
        "faithfulness": metrics.faithfulness(answer, verdicts),
    }
