"""A check of your own beside those that ship: prices that a claim states must be those of the price list."""

import re
from collections.abc import Iterator

from fundamento import CheckId, Finding, Fragment, Grounder, OwnCheck
from fundamento.answers import Claim
from fundamento.checks.context import Context
from fundamento.evidence import Evidence
from fundamento.spans import Span

PRICES = {"Basic": "9", "Pro": "20"}
PRICE_LIST = CheckId("acme/price-list")
POLICY = {"name": "acme", "extends": "standard", "checks": {"acme/price-list": "enforce"}}


def find_other_prices(claim: Claim, _evidence: Evidence, _context: Context) -> Iterator[Finding] | None:
    """Find prices that differ from the price list, whatever the document says that was retrieved."""
    plans = [plan for plan in PRICES if plan in claim.text]
    stated = list(re.finditer(r"\d+(?= ?€)", claim.text))
    if len(plans) != 1 or not stated:
        return None  # nothing that it could look at
    wrong = [price for price in stated if price[0] != PRICES[plans[0]]]
    return (Finding(PRICE_LIST, "another-price", span=Span(*price.span())) for price in wrong)


def main() -> None:
    grounder = Grounder(policy=POLICY, checks=[OwnCheck("acme/price-list", find_other_prices)], sinks=())
    fragments = [Fragment("old-prices", "The Pro plan costs 25 € a month. The Basic plan costs 9 € a month.")]
    for price, plan in (("25", "Pro"), ("9", "Basic")):
        text = f"The {plan} plan costs {price} € a month."
        support = [{"fragment": "old-prices", "quote": text.removesuffix(".")}]
        result = grounder.check(
            {"answer": {"kind": "grounded", "claims": [{"support": support, "text": text}]}}, fragments
        )
        print(f"{result.outcome} / {result.action}: {result.text()}")
        for finding in result.findings:
            print(f"  {finding.check}: {finding.reason}, {text[slice(*finding.span)] if finding.span else text}")


if __name__ == "__main__":
    main()
