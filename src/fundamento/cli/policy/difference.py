"""Say what differs between two bundles."""

import json
import sys
from dataclasses import asdict

from fundamento.cli.status import Status
from fundamento.policy.comparison import compare
from fundamento.policy.loading import load_bundle


def diff(one: str, other: str, *, as_json: bool = False) -> Status:
    """Write one line a difference; `FINDINGS` where there is one. Raises `PolicyError`."""
    left, right = load_bundle(one), load_bundle(other)
    differences = compare(left, right)
    if as_json:
        sys.stdout.write(json.dumps([asdict(each) for each in differences], ensure_ascii=False, indent=2) + "\n")
    else:
        for each in differences:
            sys.stdout.write(f"{each.what}: {each.one or 'none'} -> {each.other or 'none'}\n")
    return Status.FINDINGS if differences else Status.HELD
