"""Answers that carry a provider's own citations, read as claims with support: one module a provider, plain data in."""

from fundamento.adapters.citations.cited_text import Cited, CitedText
from fundamento.adapters.citations.formats import FORMATS, CitationFormat, parse_cited, read_given
from fundamento.adapters.citations.reading import read_cited
from fundamento.adapters.citations.supports import Source

__all__ = ["FORMATS", "CitationFormat", "Cited", "CitedText", "Source", "parse_cited", "read_cited", "read_given"]
