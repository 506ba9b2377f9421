"""Taking documents in: extract, normalise, load, split."""

from fundamento.ingest.extraction import FORMATS, extract
from fundamento.ingest.extracts import Extract
from fundamento.ingest.loading import Failure, Loaded, Terms, load_file, load_folder
from fundamento.ingest.splitting import split

__all__ = ["FORMATS", "Extract", "Failure", "Loaded", "Terms", "extract", "load_file", "load_folder", "split"]
