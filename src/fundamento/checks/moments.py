"""Before and after: which side of a date, a time of day or a year two texts are about."""

import re
from collections.abc import Iterator
from typing import Final

from fundamento.checks.bounds import Placed, read_bound, rules_out
from fundamento.checks.quantities import Reading

# It goes back to a moment that was told, and what is said of it may be on the other side.
_THEN: Final = re.compile(
    r"\b(?:antes|después)\b(?! del?\b)|\b(?:before|after)(?: that| then|(?=[.,;])|\Z)"
    r"|\b(?:afterwards?|previously|formerly|previamente|anteriormente|luego|posteriormente|entonces)\b",
    re.IGNORECASE,
)


def find_turned_order(claim: Reading, stated: Reading) -> Iterator[str]:
    """Yield what a text says of a moment, where it cannot be as a claim puts it: before 5 May, after 5 May."""
    text = stated.text
    for moment, same in _pairs(claim, stated):
        bounds = [read_bound(text, other) for other in same]
        # Not until 1908 is in 1908 as well, so that a moment without a bound leaves room for any.
        if bounds and bounds[0] and all(bounds) and all(rules_out(text, each, claim.text, moment) for each in same):
            if _THEN.search(text):
                return
            yield bounds[0].written


def _pairs(claim: Reading, stated: Reading) -> Iterator[tuple[Placed, list[Placed]]]:
    for day in claim.days:
        yield day, [each for each in stated.days if day.agrees(each)]
    for clock in claim.clocks:
        yield clock, [each for each in stated.clocks if clock.agrees(each)]
    for number in claim.numbers:
        if number.is_year:
            yield number, [each for each in stated.numbers if each.is_year and each.values == number.values]
