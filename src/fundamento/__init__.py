"""Traceability as a contract for the generation step of RAG assistants.

The public names load on first use, as Pydantic's do, so that importing the package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fundamento.answers import Abstention, Claim, Conflict, Gap, GroundedAnswer, Support
    from fundamento.checks.own import OwnCheck
    from fundamento.errors import FundamentoError
    from fundamento.findings import Action, CheckId, Finding, Mode, Outcome, Verdict
    from fundamento.fragments import Document, Fragment, Reader
    from fundamento.grounder import Grounder
    from fundamento.result import Result
    from fundamento.settings import Settings
    from fundamento.streams import StreamedClaim, StreamedNotice

_HOMES: Final = {
    "Abstention": "answers",
    "Action": "findings",
    "CheckId": "findings",
    "Claim": "answers",
    "Conflict": "answers",
    "Document": "fragments",
    "Finding": "findings",
    "Fragment": "fragments",
    "FundamentoError": "errors",
    "Gap": "answers",
    "GroundedAnswer": "answers",
    "Grounder": "grounder",
    "Mode": "findings",
    "Outcome": "findings",
    "OwnCheck": "checks.own",
    "Reader": "fragments",
    "Result": "result",
    "Settings": "settings",
    "StreamedClaim": "streams",
    "StreamedNotice": "streams",
    "Support": "answers",
    "Verdict": "findings",
}

__all__ = [
    "Abstention",
    "Action",
    "CheckId",
    "Claim",
    "Conflict",
    "Document",
    "Finding",
    "Fragment",
    "FundamentoError",
    "Gap",
    "GroundedAnswer",
    "Grounder",
    "Mode",
    "Outcome",
    "OwnCheck",
    "Reader",
    "Result",
    "Settings",
    "StreamedClaim",
    "StreamedNotice",
    "Support",
    "Verdict",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
