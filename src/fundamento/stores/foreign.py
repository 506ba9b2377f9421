"""What other software stored, read as blocks: a text with an ID, without its place in a document."""

from collections.abc import Mapping
from typing import Any, Final

from fundamento.fragments import BLOCK, Fragment

# Where loaders and splitters in common use say which document a piece is from; the first that says something counts.
DOCUMENT_KEYS: Final = (
    *("document", "source", "file_path", "file_name", "filename", "path", "url", "uri"),
    *("document_id", "doc_id", "ref_doc_id"),
)
_NOTHING: Final = frozenset({"", "none", "null"})  # what some index writers leave where they know nothing


def read_block(fragment_id: str, text: str, metadata: Mapping[str, Any]) -> Fragment:
    """Return a block with the ID, the text and, where a common key names it, the document; `title` where that is text.

    Nothing else is taken over: another writer's `version`, `start` or `readers` may mean something else. So its readers
    are not known, and with a reader nobody may read it until it is added again with an allow-list.
    """
    title = metadata.get("title")
    named = title.strip() or None if isinstance(title, str) else None
    return Fragment(id=fragment_id, text=text, document=_document(metadata), granularity=BLOCK, title=named)


def _document(metadata: Mapping[str, Any]) -> str | None:
    for key in DOCUMENT_KEYS:
        found = metadata.get(key)
        if isinstance(found, (str, int)) and not isinstance(found, bool) and str(found).strip().lower() not in _NOTHING:
            return str(found).strip()
    return None
