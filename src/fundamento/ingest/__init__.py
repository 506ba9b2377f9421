"""Taking documents in: extract, load, split."""

from fundamento.ingest.loading import Failure, Loaded, load_file, load_folder, walk_folder
from fundamento.ingest.splitting import split
from fundamento.ingest.terms import Terms

__all__ = ["Failure", "Loaded", "Terms", "load_file", "load_folder", "split", "walk_folder"]
