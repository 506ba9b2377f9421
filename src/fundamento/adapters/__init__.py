"""Adapters: how models of one vendor or another are asked."""

from fundamento.adapters.callables import CallableModel
from fundamento.adapters.instructor import InstructorModel
from fundamento.adapters.selection import as_model

__all__ = ["CallableModel", "InstructorModel", "as_model"]
