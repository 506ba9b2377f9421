"""Plots as inline SVG: what they show is said in text, too, and nothing is loaded or run."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from fundamento.rates.intervals import Share

_WIDTH: Final = 720
_HEIGHT: Final = 180
_LEFT: Final = 48
_FOOT: Final = 24
_TOP: Final = 10


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a line: its label on the axis, and a title that says it in words."""

    label: str
    title: str
    share: Share


def draw_line(points: Sequence[Point], *, title: str, ticks: Sequence[str]) -> str:
    """Return a plot of ratios over time with their intervals as a band; a gap where nothing was counted.

    `ticks` are the labels of zero and of the highest value.
    """
    top = highest(point.share for point in points)
    step = (_WIDTH - _LEFT - 8) / max(len(points) - 1, 1)
    places = [(_LEFT + index * step, point) for index, point in enumerate(points)]
    parts = [_axis(ticks)]
    for run in _runs(places):
        upper = " ".join(f"{x:.1f},{_y(point.share.high, top):.1f}" for x, point in run)
        lower = " ".join(f"{x:.1f},{_y(point.share.low, top):.1f}" for x, point in reversed(run))
        line = " ".join(f"{x:.1f},{_y(point.share.ratio, top):.1f}" for x, point in run)
        parts.append(f'<polygon class="band" points="{upper} {lower}"/><polyline class="line" points="{line}"/>')
    for x, point in places:
        if point.share.ratio is not None:
            parts.append(
                f'<circle class="dot" cx="{x:.1f}" cy="{_y(point.share.ratio, top):.1f}" r="2.5">'
                f"<title>{escape(point.title)}</title></circle>"
            )
    shown = sorted({0, len(points) // 2, len(points) - 1}) if points else []
    anchors = {0: "start", len(points) - 1: "end"}
    for index in shown:
        anchor = anchors.get(index, "middle")
        parts.append(
            f'<text x="{places[index][0]:.1f}" y="{_HEIGHT - 6}" text-anchor="{anchor}">'
            f"{escape(points[index].label)}</text>"
        )
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def draw_bar(share: Share, top: float) -> str:
    """Return a small bar for a table: the ratio, and a whisker for its interval, on a scale up to `top`."""
    if share.ratio is None or share.low is None or share.high is None:
        return ""
    ratio, low, high = (min(100 * value / top, 100.0) for value in (share.ratio, share.low, share.high))
    return (
        '<svg class="bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="fill" x="0" y="2" width="{ratio:.2f}" height="8"/>'
        f'<line class="whisker" x1="{low:.2f}" x2="{high:.2f}" y1="6" y2="6"/></svg>'
    )


def draw_spark(ratios: Sequence[float | None]) -> str:
    """Return a line without axes, on a scale up to its own highest value."""
    top = max((ratio for ratio in ratios if ratio is not None), default=0.0) or 1.0
    step = 100 / max(len(ratios) - 1, 1)
    dots = "".join(
        f'<rect class="fill" x="{index * step:.2f}" y="{18 - 16 * ratio / top:.2f}" width="{max(step * 0.8, 0.5):.2f}" '
        f'height="{max(16 * ratio / top, 0.6):.2f}"/>'
        for index, ratio in enumerate(ratios)
        if ratio is not None
    )
    return f'<svg class="spark" viewBox="0 0 104 18" preserveAspectRatio="none" aria-hidden="true">{dots}</svg>'


def highest(shares: Iterable[Share]) -> float:
    """Return the top of a scale for shares: the highest interval, and 1 % at least."""
    return max((share.high for share in shares if share.high is not None), default=0.0) or 0.01


def _axis(ticks: Sequence[str]) -> str:
    zero, top = (escape(tick) for tick in ticks)
    base = _HEIGHT - _FOOT
    return (
        f'<line class="axis" x1="{_LEFT}" x2="{_WIDTH - 8}" y1="{base}" y2="{base}"/>'
        f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - 8}" y1="{_TOP}" y2="{_TOP}"/>'
        f'<text x="{_LEFT - 6}" y="{base + 4}" text-anchor="end">{zero}</text>'
        f'<text x="{_LEFT - 6}" y="{_TOP + 4}" text-anchor="end">{top}</text>'
    )


def _y(value: float | None, top: float) -> float:
    return _HEIGHT - _FOOT - (value or 0.0) / top * (_HEIGHT - _FOOT - _TOP)


def _runs(places: Sequence[tuple[float, Point]]) -> list[list[tuple[float, Point]]]:
    """Return the stretches without a gap."""
    runs: list[list[tuple[float, Point]]] = [[]]
    for place in places:
        if place[1].share.ratio is None:
            runs.append([])
        else:
            runs[-1].append(place)
    return [run for run in runs if run]
