"""Taking documents in: extract, load, split."""

from fundamento.ingest.loading import Failure, Loaded, Terms, load_file, load_folder
from fundamento.ingest.splitting import split

__all__ = ["Failure", "Loaded", "Terms", "load_file", "load_folder", "split"]
