"""Taking documents in: extract, normalise, load, split."""

from fundamento.ingest.extraction import FORMATS, extract
from fundamento.ingest.extracts import Extract
from fundamento.ingest.loading import Failure, Loaded, load_file, load_folder, walk_folder
from fundamento.ingest.preparing import HERE, Engine, fragment
from fundamento.ingest.splitting import split
from fundamento.ingest.terms import Terms

__all__ = [
    "FORMATS",
    "HERE",
    "Engine",
    "Extract",
    "Failure",
    "Loaded",
    "Terms",
    "extract",
    "fragment",
    "load_file",
    "load_folder",
    "split",
    "walk_folder",
]
