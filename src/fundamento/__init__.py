"""Traceability as a contract for the generation step of RAG assistants."""

from fundamento.answers import Abstention, Claim, Conflict, Gap, GroundedAnswer, Support
from fundamento.errors import FundamentoError
from fundamento.findings import Action, CheckId, Finding, Mode, Outcome, Verdict
from fundamento.fragments import Document, Fragment, Reader
from fundamento.grounder import Grounder, Settings
from fundamento.result import Result

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
    "Reader",
    "Result",
    "Settings",
    "Support",
    "Verdict",
]
