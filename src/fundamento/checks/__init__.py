"""The checks, one module a family, in one visible mapping."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from fundamento.checks import contract, currency, provenance, quotes
from fundamento.checks.context import Check
from fundamento.findings import CheckId

CHECKS: Final[Mapping[CheckId, Check]] = MappingProxyType(
    {check.id: check for family in (contract, quotes, provenance, currency) for check in family.CHECKS}
)
