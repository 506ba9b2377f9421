"""The checks, one module a family or a question, in one visible mapping."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from fundamento.checks import (
    conflicts,
    contract,
    currency,
    entailment,
    numbers,
    polarity,
    provenance,
    qualifiers,
    quotes,
    support,
    terms,
)
from fundamento.checks.context import Check
from fundamento.findings import CheckId

_MODULES: Final = (
    *(contract, quotes, provenance, currency, conflicts),
    *(numbers, qualifiers, polarity, terms, entailment, support),
)

CHECKS: Final[Mapping[CheckId, Check]] = MappingProxyType(
    {check.id: check for module in _MODULES for check in module.CHECKS}
)
