"""The checks, one module a check, in one visible mapping."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from fundamento.checks import (
    changed_fragment,
    changed_source,
    claims_in_abstention,
    empty_answer,
    empty_support,
    malformed_output,
    missing_fragment,
    missing_quote,
    not_entailed,
    numbers,
    out_of_date_source,
    polarity,
    qualifiers,
    quote_not_found,
    superseded_source,
    terms,
    trivial_quote,
    undisclosed_conflict,
    unknown_fragment,
    unreadable_fragment,
    unsupported_language,
    weak_support,
)
from fundamento.checks.context import Check
from fundamento.findings import CheckId

_CHECKS: Final[tuple[Check, ...]] = (
    malformed_output.CHECK,
    empty_support.CHECK,
    unknown_fragment.CHECK,
    empty_answer.CHECK,
    claims_in_abstention.CHECK,
    missing_quote.CHECK,
    trivial_quote.CHECK,
    quote_not_found.CHECK,
    missing_fragment.CHECK,
    changed_fragment.CHECK,
    unreadable_fragment.CHECK,
    changed_source.CHECK,
    superseded_source.CHECK,
    out_of_date_source.CHECK,
    undisclosed_conflict.CHECK,
    *numbers.CHECKS,
    *qualifiers.CHECKS,
    *polarity.CHECKS,
    *terms.CHECKS,
    not_entailed.CHECK,
    weak_support.CHECK,
    unsupported_language.CHECK,
)

CHECKS: Final[Mapping[CheckId, Check]] = MappingProxyType({check.id: check for check in _CHECKS})
