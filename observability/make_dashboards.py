#!/usr/bin/env python3
"""Writes the Grafana dashboards, for Grafana 11.

usage: python observability/make_dashboards.py            write all of them
       python observability/make_dashboards.py --check    write nothing; exit 1 if one is not up to date
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final, TypeAlias

from grafana_foundation_sdk.builders import bargauge, common, dashboard, prometheus, stat, timeseries
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.common import BigValueGraphMode, StackingMode, VizOrientation
from grafana_foundation_sdk.models.dashboard import DashboardCursorSync, DataSourceRef, VariableRefresh, VariableSort
from written_files import main

FOLDER: Final = Path(__file__).parent / "grafana" / "dashboards"
SOURCE: Final = DataSourceRef(type_val="prometheus", uid="${datasource}")
LAST: Final = common.ReduceDataOptions().calcs(["lastNotNull"])
WIDE, HALF, QUARTER = 24, 12, 6  # of the 24 columns of a dashboard

Panel: TypeAlias = stat.Panel | timeseries.Panel | bargauge.Panel


@dataclass(frozen=True, slots=True)
class Query:
    """A PromQL expression, and how its series are called. `OURS` stands for the job that is picked."""

    expr: str
    legend: str = ""

    def build(self, ref: str = "A", *, instant: bool = False) -> prometheus.Dataquery:
        """Return the query for a panel; an instant one is of the whole range on show."""
        expr = self.expr.replace("OURS", 'job=~"$job"')
        query = prometheus.Dataquery().expr(expr).legend_format(self.legend).ref_id(ref)
        return query.instant() if instant else query.range()


def show_number(title: str, meaning: str, unit: str, query: Query) -> stat.Panel:
    """Return a panel with one number."""
    return (
        stat.Panel()
        .title(title)
        .description(meaning)
        .datasource(SOURCE)
        .unit(unit)
        .graph_mode(BigValueGraphMode.NONE)
        .reduce_options(LAST)
        .height(4)
        .span(QUARTER)
        .with_target(query.build(instant=True))
    )


def show_lines(title: str, meaning: str, unit: str, *queries: Query) -> timeseries.Panel:
    """Return a panel with lines over time."""
    panel = (
        timeseries.Panel().title(title).description(meaning).datasource(SOURCE).unit(unit).min(0).height(8).span(HALF)
    )
    for ref, query in zip("ABCDEF", queries, strict=False):
        panel = panel.with_target(query.build(ref))
    return panel


def show_areas(title: str, meaning: str, unit: str, *queries: Query) -> timeseries.Panel:
    """Return the same with areas on top of each other."""
    stacked = common.StackingConfig().mode(StackingMode.NORMAL).group("A")
    return show_lines(title, meaning, unit, *queries).stacking(stacked).fill_opacity(40)


def show_bars(title: str, meaning: str, unit: str, query: Query) -> bargauge.Panel:
    """Return a panel with a bar for each series."""
    return (
        bargauge.Panel()
        .title(title)
        .description(meaning)
        .datasource(SOURCE)
        .unit(unit)
        .min(0)
        .orientation(VizOrientation.HORIZONTAL)
        .reduce_options(LAST)
        .height(12)
        .span(HALF)
        .with_target(query.build(instant=True))
    )


def per_second(metric: str, labels: str = "OURS", *, by: str = "", window: str = "$__rate_interval") -> str:
    """Return the rate of a counter, summed."""
    grouping = f" by ({by})" if by else ""
    return f"sum{grouping} (rate(fundamento_{metric}{{{labels}}}[{window}]))"


def share(part: str, whole: str) -> str:
    """Return a ratio that is 0, and not nothing, where there is nothing to divide."""
    return f"{part} / on () group_left () ({whole} > 0) or 0 * {part}"


def share_by_check(part: str, whole: str) -> str:
    """Do the same for sums by check, each over its own."""
    return f"{part} / on (check) ({whole} > 0) or 0 * {part}"


def quantile(rank: float, metric: str) -> Query:
    """Return a quantile of a histogram of seconds."""
    buckets = per_second(f"{metric}_bucket", by="le")
    return Query(f"histogram_quantile({rank}, {buckets})", f"p{rank * 100:g}")


def list_answers() -> list[Panel]:
    """Return the panels of what answers came to."""
    window = "$__range"
    answers, first = per_second("answers_total", window=window), per_second("first_outcomes_total", window=window)
    rejected = per_second("first_outcomes_total", 'OURS, outcome="rejected"', window=window)
    withheld = per_second("answers_total", 'OURS, action="withheld"', window=window)
    abstained = per_second("answers_total", 'OURS, outcome="abstained"', window=window)
    return [
        show_number(
            "Answers",
            "In the range on show.",
            "short",
            Query(f"sum (increase(fundamento_answers_total{{OURS}}[{window}]))"),
        ),
        show_number(
            "Rejected as first written",
            "What enforcing would stop; the rate to watch under warn.",
            "percentunit",
            Query(share(rejected, first)),
        ),
        show_number("Withheld", "Answers that nobody saw.", "percentunit", Query(share(withheld, answers))),
        show_number("Abstained", "Not in the sources.", "percentunit", Query(share(abstained, answers))),
        show_areas(
            "Outcomes",
            "How answers ended, as the checks see it.",
            "reqps",
            Query(per_second("answers_total", by="outcome"), "{{outcome}}"),
        ),
        show_areas(
            "Actions",
            "What the policy did about it.",
            "reqps",
            Query(per_second("answers_total", by="action"), "{{action}}"),
        ),
        show_lines(
            "First outcomes",
            "What the first output came to, before any repair or pruning.",
            "percentunit",
            Query(
                share(
                    per_second("first_outcomes_total", by="outcome"),
                    per_second("first_outcomes_total"),
                ),
                "{{outcome}}",
            ),
        ),
        show_areas(
            "What the candidate would do",
            "Actions of the candidate bundle on the same verdicts; 0 without one.",
            "reqps",
            Query(per_second("candidate_answers_total", by="action"), "{{action}}"),
        ),
    ]


def list_checks() -> list[Panel]:
    """Return the panels of what the checks found."""
    flagged = per_second("flagged_answers_total", 'OURS, mode!="off"', by="check")
    final = 'OURS, final="true", mode!="off"'
    return [
        show_lines(
            "Answers that a check flags",
            "Share of the answers that the check looked at, whose first output it fails.",
            "percentunit",
            Query(share_by_check(flagged, per_second("checked_answers_total", by="check")), "{{check}}"),
        ),
        show_lines(
            "Answers that a check looks at",
            "Share of all answers. One that stays at 0 is off, or lacks what it looks at: a store, a judge, quotes.",
            "percentunit",
            Query(share(per_second("checked_answers_total", by="check"), per_second("answers_total")), "{{check}}"),
        ),
        show_bars(
            "Findings",
            "In the range on show; what a repair replaced is left out.",
            "short",
            Query(
                f"sort_desc (sum by (check, mode) (increase(fundamento_findings_total{{{final}}}[$__range])))",
                "{{check}} ({{mode}})",
            ),
        ),
        show_lines(
            "Claims that failed",
            "Share of all claims.",
            "percentunit",
            Query(share(per_second("claims_failed_total"), per_second("claims_total")), "failed"),
            Query(share(per_second("claims_pruned_total"), per_second("claims_total")), "taken out"),
        ),
        show_lines(
            "Exempted findings",
            "Let pass by an exemption.",
            "reqps",
            Query(per_second("exempted_findings_total", by="check"), "{{check}}"),
        ),
        show_lines(
            "Repairs",
            "Calls to repair, and answers that a repair has saved.",
            "reqps",
            Query(per_second("repair_calls_total"), "calls"),
            Query(per_second("answers_total", 'OURS, action="repaired"'), "answers repaired"),
        ),
        show_lines(
            "IDs that were not retrieved",
            "Cited all the same.",
            "reqps",
            Query(per_second("unknown_ids_total"), "IDs"),
        ),
    ]


def list_budgets() -> list[Panel]:
    """Return the panels of what the alerts on budgets look at."""
    return [
        show_lines(
            "Withheld by a check",
            "Share of the answers, over short and long windows. The budget is 2 %.",
            "percentunit",
            *(
                Query(f"fundamento:rejections:ratio{window}{{OURS}}", f"{{{{job}}}} {window}")
                for window in ("5m", "1h", "6h")
            ),
        ),
        show_lines(
            "With a part that could not run",
            "Share of the answers. The budget is 1 %.",
            "percentunit",
            *(
                Query(f"fundamento:faults:ratio{window}{{OURS}}", f"{{{{job}}}} {window}")
                for window in ("5m", "1h", "6h")
            ),
        ),
    ]


def list_costs() -> list[Panel]:
    """Return the panels of seconds and tokens."""
    minute = "60 * "
    return [
        show_lines(
            "A whole answer",
            "With the model.",
            "s",
            *(quantile(rank, "answer_seconds") for rank in (0.5, 0.95, 0.99)),
        ),
        show_lines(
            "Outside model and judge",
            "Checks, store, policy and sinks.",
            "s",
            *(quantile(rank, "overhead_seconds") for rank in (0.5, 0.95, 0.99)),
        ),
        show_lines(
            "In the model",
            "Over all attempts.",
            "s",
            *(quantile(rank, "model_seconds") for rank in (0.5, 0.95, 0.99)),
        ),
        show_lines(
            "Tokens",
            "A minute, as the provider counts them.",
            "short",
            Query(minute + per_second("tokens_total", by="direction"), "{{direction}}"),
            Query(minute + per_second("judge_tokens_total", by="direction"), "judge {{direction}}"),
        ),
    ]


def list_faults() -> list[Panel]:
    """Return the panels of what could not run."""
    minute = "60 * "
    return [
        show_lines(
            "Parts that could not run",
            "A minute.",
            "short",
            Query(minute + per_second("faults_total", by="part"), "{{part}}"),
        ),
        show_lines(
            "Checks that could not run",
            "A minute. No violation: neither a pass nor a failure.",
            "short",
            Query(minute + per_second("check_errors_total", by="check"), "{{check}}"),
        ),
    ]


def list_policy() -> list[Panel]:
    """Return the panels of the policy's doings."""
    return [
        show_lines(
            "What decides the modes",
            "`environment` is the kill switch, `no-key` a percentage without its key.",
            "reqps",
            Query(per_second("mode_sources_total", by="source"), "{{source}}"),
        ),
        show_lines(
            "Policy files read again",
            "`kept`: the file is broken, and the last good bundle stays.",
            "short",
            Query(
                "sum by (status) (increase(fundamento_policy_events_total{OURS}[$__rate_interval]))",
                "{{status}}",
            ),
        ),
        show_lines("Processes that answer their scrape", "", "short", Query("sum by (job) (up{OURS})", "{{job}}")).span(
            WIDE
        ),
    ]


def build_verdicts() -> dashboard.Dashboard:
    """Return the dashboard to watch a rollout by: what the checks say, and what is done about it."""
    rows = {"Answers": list_answers(), "Checks": list_checks()}
    return _compose("fundamento: verdicts", "fundamento-verdicts", rows)


def build_operations() -> dashboard.Dashboard:
    """Return the dashboard to run it by: budgets, time, tokens, faults, policy."""
    rows = {
        "Budgets": list_budgets(),
        "Time and tokens": list_costs(),
        "Faults": list_faults(),
        "Policy": list_policy(),
    }
    return _compose("fundamento: operations", "fundamento-operations", rows)


DASHBOARDS: Final[Mapping[str, Callable[[], dashboard.Dashboard]]] = {
    "verdicts.json": build_verdicts,
    "operations.json": build_operations,
}


def render_files() -> dict[Path, str]:
    """Return what each dashboard's file has to hold, by path."""
    return {
        FOLDER / name: json.dumps(build().build(), cls=JSONEncoder, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
        for name, build in DASHBOARDS.items()
    }


def _compose(title: str, uid: str, rows: Mapping[str, Sequence[Panel]]) -> dashboard.Dashboard:
    jobs = (
        dashboard.QueryVariable("job")
        .label("Job")
        .query("label_values(fundamento_answers_total, job)")
        .datasource(SOURCE)
        .refresh(VariableRefresh.ON_TIME_RANGE_CHANGED)
        .sort(VariableSort.ALPHABETICAL_ASC)
        .multi(multi=True)
        .include_all(include_all=True)
        .all_value(".*")
    )
    composed = (
        dashboard.Dashboard(title)
        .uid(uid)
        .tags(["fundamento"])
        .readonly()
        .time("now-6h", "now")
        .refresh("1m")
        .timezone("browser")
        .tooltip(DashboardCursorSync.CROSSHAIR)
        .with_variable(dashboard.DatasourceVariable("datasource").label("Source").type("prometheus"))
        .with_variable(jobs)
    )
    numbers = count(1)
    for name, panels in rows.items():
        composed = composed.with_row(dashboard.Row(name).id(next(numbers)))
        for panel in panels:
            composed = composed.with_panel(panel.id(next(numbers)))
    return composed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], __doc__ or "", render_files))
