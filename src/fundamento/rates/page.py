"""Rates as one HTML page that stands alone: no script, and nothing is loaded from anywhere."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from html import escape
from importlib.resources import files
from typing import Final

from fundamento.rates.intervals import Share, share_of
from fundamento.rates.plots import Point, draw_bar, draw_line, draw_spark, highest
from fundamento.rates.report import Culprit, Report, Unit
from fundamento.rates.words import WORDS, count, percent
from fundamento.text.language import Lang

_MOST_ROWS: Final = 200


def write_page(report: Report, *, lang: Lang = "en") -> str:
    """Return the page in a language. Whatever comes from the logs is escaped."""
    words = WORDS[lang]
    sections = [_head(report, lang), _trend(report, lang), _rows(report, lang)]
    for title, culprits in (("documents", report.documents), ("fragments", report.fragments)):
        sections.append(_culprits(words[title], culprits, lang))
    sections += [_faults(report, lang), _intake(report, lang)]
    style = (files("fundamento.rates") / "page.css").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(words['title'])}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n<main>\n{''.join(sections)}</main>\n</body>\n</html>\n"
    )


def _head(report: Report, lang: Lang) -> str:
    words = WORDS[lang]
    if report.first is None or report.last is None:
        period = words["no_period"]
    else:
        period = words["period"].format(first=_say_time(report.first, "hour"), last=_say_time(report.last, "hour"))
    total = report.total
    tiles = [
        (words["answers"], total.answers),
        (words["claims"], total.claims),
        *([] if total.candidate is None else [(words["candidate"], total.candidate)]),
    ]
    shown = "".join(
        f'<div class="tile"><h2>{escape(name)}</h2><p class="figure">{percent(share.ratio, lang)}</p>'
        f"<p>{escape(_interval(share, lang))}</p><p>{escape(_of(share, lang))}</p></div>\n"
        for name, share in tiles
    )
    errors = (
        f'<div class="tile"><h2>{escape(words["errors"])}</h2><p class="figure">{count(total.errors, lang)}</p></div>\n'
    )
    empty = "" if total.answers.of or total.errors else f"<p>{escape(words['no_answers'])}</p>\n"
    return (
        f"<h1>{escape(words['title'])}</h1>\n<p>{escape(words['lead'])}</p>\n<p>{escape(period)}</p>\n{empty}"
        f'<div class="tiles">\n{shown}{errors}</div>\n'
    )


def _trend(report: Report, lang: Lang) -> str:
    if not report.trend:
        return ""
    words = WORDS[lang]
    title = words[f"trend_{report.unit}"]
    points = [
        Point(
            _say_time(bucket.start, report.unit),
            f"{_say_time(bucket.start, report.unit)}: {percent(bucket.figures.answers.ratio, lang)} "
            f"({_interval(bucket.figures.answers, lang)}; {_of(bucket.figures.answers, lang)})",
            bucket.figures.answers,
        )
        for bucket in report.trend
    ]
    top = highest(point.share for point in points)
    plot = draw_line(points, title=title, ticks=(percent(0.0, lang), percent(top, lang)))
    return f"<h2>{escape(title)}</h2>\n{plot}\n{_change(report, lang)}"


def _change(report: Report, lang: Lang) -> str:
    change = report.change
    if change is None or change.difference is None:
        return ""
    said = WORDS[lang]["change"].format(
        hours=change.hours,
        now=percent(change.now.ratio, lang),
        before=percent(change.before.ratio, lang),
        change=percent(change.difference.change, lang, signed=True),
        low=percent(change.difference.low, lang, signed=True),
        high=percent(change.difference.high, lang, signed=True),
    )
    return f"<p>{escape(said)}</p>\n"


def _rows(report: Report, lang: Lang) -> str:
    if not report.rows:
        return ""
    words = WORDS[lang]
    top = highest(row.figures.answers for row in report.rows[:_MOST_ROWS])
    foreseen = report.total.candidate is not None
    beside = [words["candidate"]] if foreseen else []
    heads = [*report.by, words["answers"], "", *beside, words["claims"], words["errors"], words["trend"]]
    lines = [
        "".join(f"<td>{_label(part)}</td>" for part in row.key)
        + f'<td class="number">{_full(row.figures.answers, lang)}</td>'
        + f"<td>{draw_bar(row.figures.answers, top)}</td>"
        + (f'<td class="number">{_full(row.figures.candidate or share_of(0, 0), lang)}</td>' if foreseen else "")
        + f'<td class="number">{_full(row.figures.claims, lang)}</td>'
        + f'<td class="number">{count(row.figures.errors, lang)}</td><td>{draw_spark(row.trend)}</td>'
        for row in report.rows[:_MOST_ROWS]
    ]
    left = len(report.rows) - _MOST_ROWS
    more = f"<p>{escape(words['more_rows'].format(number=count(left, lang)))}</p>\n" if left > 0 else ""
    return f"<h2>{escape(words['rows'].format(by=', '.join(report.by)))}</h2>\n{_table(heads, lines)}{more}"


def _culprits(title: str, culprits: Sequence[Culprit], lang: Lang) -> str:
    if not culprits:
        return ""
    words = WORDS[lang]
    lines = [
        f'<td>{_label(one.name)}</td><td class="number">{count(one.findings, lang)}</td>'
        f'<td class="number">{count(one.answers, lang)}</td>'
        for one in culprits
    ]
    return f"<h2>{escape(title)}</h2>\n{_table([words['name'], words['findings'], words['in_answers']], lines)}"


def _faults(report: Report, lang: Lang) -> str:
    if not report.faults:
        return ""
    words = WORDS[lang]
    lines = [
        f"<td>{_label(fault.part)}</td><td>{_label(fault.check)}</td><td>{_label(fault.error)}</td>"
        f'<td class="number">{count(fault.faults, lang)}</td><td class="number">{count(fault.answers, lang)}</td>'
        for fault in report.faults[:_MOST_ROWS]
    ]
    heads = [words["part"], words["check"], words["error"], words["number"], words["in_answers"]]
    return f"<h2>{escape(words['faults'])}</h2>\n{_table(heads, lines)}"


def _intake(report: Report, lang: Lang) -> str:
    words = WORDS[lang]
    said = "; ".join(f"{count(number, lang)} {words[name]}" for name, number in count_lines(report))
    return f"<h2>{escape(words['intake'])}</h2>\n<p>{escape(said)}</p>\n"


def count_lines(report: Report) -> list[tuple[str, int]]:
    """Return how many lines there were, and those that were not counted by why, as far as there were any."""
    intake = report.intake
    numbers = {
        "policy": intake.policy,
        "foreign": intake.foreign,
        "other_schema": intake.other_schema,
        "incomplete": intake.incomplete,
        "broken": intake.broken,
        "too_long": intake.too_long,
        "repeated": intake.repeated,
        "orphans": report.orphans,
        "undated": report.undated,
        "unsaid": report.unsaid,
        "damaged": len(intake.damaged),
    }
    return [("lines", intake.lines), *((name, number) for name, number in numbers.items() if number)]


def _table(heads: Iterable[str], lines: Iterable[str]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(f"<tr>{line}</tr>\n" for line in lines)
    return f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n'


def _label(text: str | None) -> str:
    return "—" if text is None else escape(text)


def _full(share: Share, lang: Lang) -> str:
    return f"{percent(share.ratio, lang)} <small>{escape(_interval(share, lang))}<br>{escape(_of(share, lang))}</small>"


def _interval(share: Share, lang: Lang) -> str:
    return f"{percent(share.low, lang)} – {percent(share.high, lang)}" if share.ratio is not None else ""


def _of(share: Share, lang: Lang) -> str:
    return WORDS[lang]["of"].format(count=count(share.count, lang), of=count(share.of, lang))


def _say_time(moment: datetime, unit: Unit) -> str:
    return moment.strftime("%Y-%m-%d" if unit == "day" else "%Y-%m-%d %H:%M")
