"""List what taking files in would change of them: every removal and rewrite, with its place in the file."""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from fundamento.cli.ingest import describe_blank
from fundamento.cli.status import Status, complain
from fundamento.errors import IngestError, MissingExtraError
from fundamento.fragments import Document
from fundamento.ingest import load_file, load_folder
from fundamento.origins import Origin
from fundamento.spans import EditKind, Recorded
from fundamento.text.invisible import escape_steering

_SHOWN: Final = 60  # code points of a removal; the rest is counted


def explain(paths: Sequence[Path]) -> Status:
    """Write one line an edit for each file, in order of place, and how many of each kind; nothing is stored.

    Places are code points of the source as `Origin` describes it. A file that cannot be taken in is a line on standard
    error, and the others go on.
    """
    failures = 0
    for path in paths:
        for document in _load(path):
            if isinstance(document, Document):
                _explain_document(document)
            else:
                complain(document)
                failures += 1
    return Status.NOT_RUN if failures else Status.HELD


def _load(path: Path) -> Iterator[Document | IngestError | MissingExtraError]:
    try:
        if path.is_dir():
            loaded = load_folder(path)
            yield from loaded.documents
            yield from (failure.error for failure in loaded.failures)
        else:
            yield load_file(path)
    except (IngestError, MissingExtraError) as error:
        yield error


def _explain_document(document: Document) -> None:
    origin = document.origin or Origin(document.text)
    edits = sorted(origin.map.edits(), key=lambda recorded: (recorded.span.start, recorded.span.end))
    sys.stdout.write(f"{escape_steering(document.id)}  {origin.encoding}  {len(origin.source):,} code points\n")
    for recorded in edits:
        sys.stdout.write(f"  {_describe(recorded, origin)}\n")
    if origin.blank_pages:
        sys.stdout.write(f"  {describe_blank(origin.blank_pages)}\n")
    counts = Counter(recorded.edit.kind.value for recorded in edits)
    total = ", ".join(f"{number:,} {kind}" for kind, number in counts.most_common())
    sys.stdout.write(f"  {len(edits):,} changes{f': {total}' if total else ''}\n")


def _describe(recorded: Recorded, origin: Origin) -> str:
    edit, span = recorded
    page = origin.source_page(span)
    where = f"{span.start}-{span.end}" + (f" page {page}" if page is not None else "")
    # Both forms look the same.
    plain = edit.kind is EditKind.UNICODE_FORM
    removed, inserted = _quote(edit.removed, plain=plain), _quote(edit.inserted, plain=plain)
    if not edit.inserted:
        return f"{where}  {edit.kind}  removed {removed}"
    if not edit.removed:
        return f"{where}  {edit.kind}  added {inserted}"
    return f"{where}  {edit.kind}  {removed} became {inserted}"


def _quote(text: str, *, plain: bool) -> str:
    """Return a text in quotes, with escapes for what cannot be seen; all that is not ASCII where it is to be plain."""
    rest = len(text) - _SHOWN
    shown = json.dumps(text[:_SHOWN], ensure_ascii=plain)
    shown = "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in shown)
    return f"{shown} and {rest:,} more" if rest > 0 else shown
