"""Documents with their versions, readers and validity, over any store of fragments."""

from fundamento.library.changes import Change, Intake
from fundamento.library.files import take_in
from fundamento.library.fusion import Hit
from fundamento.library.library import Library, Shelf
from fundamento.library.opening import open_library

__all__ = ["Change", "Hit", "Intake", "Library", "Shelf", "open_library", "take_in"]
