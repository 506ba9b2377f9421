"""What a claim adds to a sentence that it tells otherwise whole, and things of another number than it names."""

from collections.abc import Iterator
from typing import Final

from fundamento.checks.frames import find_added, find_other_label, lay, read_items
from fundamento.checks.identities import find_other_identity
from fundamento.checks.mentions import find_own_passages
from fundamento.checks.passages import read_passages
from fundamento.checks.stem_sets import Stems
from fundamento.checks.witnesses import find_witnesses, read_content
from fundamento.evidence import Evidence
from fundamento.text.marks import Mark

_ENOUGH: Final = 3  # words that say something before a cause is given


def find_additions(text: str, evidence: Evidence, fragments: int = 0) -> Iterator[tuple[str, str]]:
    """Yield a reason and a word for what an evened claim adds that none of the sentences which speak of it has.

    `fragments` is how many there are, so that the number by which a claim names one is no label.
    """
    passages = read_passages(evidence)
    # What is added is looked for beside the sentence that has the rest.
    witnesses = find_witnesses(text, passages) or find_witnesses(_before_cause(text), passages)
    if not witnesses:
        return
    frames = [lay(text, each.sentence) for each in witnesses]
    everything = Stems({stem for each in passages for stem in read_content(each.sentence)})
    added = [find_added(frame, everything) for frame in frames]
    if all(added):
        yield "added", added[0] or ""
    others = [find_other_identity(frame, everything) for frame in frames]
    if all(others):
        yield "another-identity", others[0] or ""
    labels = [find_other_label(frame) for frame in frames]
    own = {text[each.start : each.end].rstrip(")].").split()[-1] for each in find_own_passages(text, fragments)}
    if all(labels) and labels[0] not in own:
        yield "another-label", labels[0] or ""


def _before_cause(text: str) -> str:
    """Return what a claim says before it gives a cause or a purpose; all of it where it gives none."""
    items = read_items(text)
    at = next((each.start for each in items[_ENOUGH:] if each.marks & int(Mark.SUBORDINATOR)), None)
    return text if at is None else text[:at]
