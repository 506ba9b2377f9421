"""Say which mode applies to a request, and where that is written."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from fundamento.cli.policy.attributes import read_attributes
from fundamento.cli.status import Status
from fundamento.errors import InputError
from fundamento.findings import CheckId
from fundamento.policy.loading import load_bundle
from fundamento.policy.resolving import ENVIRONMENT, EXEMPTION, NO_KEY, Resolved
from fundamento.policy.rollout import keys_of
from fundamento.policy.ruling import KILL_SWITCH, Ruling, resolve, rule, today
from fundamento.policy.scopes import Attributes, Exemption, describe, matches
from fundamento.strict_yaml import suggest


def explain(source: str, *, attributes: Sequence[str], checks: Sequence[str], as_json: bool = False) -> Status:
    """Write one line a check: its mode, and what decides it, with the file and the line.

    Raises `PolicyError` and `InputError`.
    """
    bundle, request = load_bundle(source), read_attributes(attributes)
    bundle = bundle.with_own(frozenset(CheckId(each) for each in checks if CheckId.is_own(each)))
    wanted = [_read_check(each) for each in checks] or list(bundle.modes)
    ruling, resolved = rule(bundle, request), resolve(bundle, request)
    entries = [_explain_check(check, ruling, resolved[check], request) for check in wanted]
    if as_json:
        head = {"bundle": bundle.name, "version": bundle.version, "fingerprint": bundle.fingerprint}
        ends = {"on_error": ruling.on_error, "on_reject": ruling.on_reject}
        sys.stdout.write(json.dumps({**head, "attributes": request, **ends, "checks": entries}, indent=2) + "\n")
        return Status.HELD
    sys.stdout.write(f"{bundle.name}@{bundle.version}  fingerprint {bundle.fingerprint}\n")
    sys.stdout.write(f"on_error {ruling.on_error}  on_reject {ruling.on_reject}\n")
    width = max(len(check.value) for check in wanted)
    for entry in entries:
        sys.stdout.write(f"{entry['check']:<{width}}  {entry['mode']:<7}  {entry['place']}  {entry['why']}\n")
        for waiver in entry["exemptions"]:
            sys.stdout.write(f"{'':<{width}}  {'':<7}  {waiver['place']}  {waiver['why']}\n")
    return Status.HELD


def _read_check(word: str) -> CheckId:
    known = [check.value for check in CheckId]
    if word not in known and not CheckId.is_own(word):
        raise InputError(f"There is no check {word!r}.", hint=suggest(word, known))
    return CheckId(word)


def _explain_check(check: CheckId, ruling: Ruling, resolved: Resolved, request: Attributes) -> dict[str, Any]:
    place = None if resolved.setting is None else resolved.setting.place
    return {
        "check": check.value,
        "mode": ruling.modes[check].value,
        "mode_source": ruling.source_of(check),
        "place": "default" if place is None else str(place),
        "why": _why(check, ruling, resolved, request),
        "bucket": resolved.bucket,
        "exemptions": [_explain_waiver(each) for each in ruling.waivers if each.check is check],
    }


def _why(check: CheckId, ruling: Ruling, resolved: Resolved, request: Attributes) -> str:
    bundle, number = ruling.bundle, resolved.scope
    if number is not None:
        written = f"by scope {number}: {describe(bundle.scopes[number - 1].when)}"
    elif resolved.setting is None or resolved.setting.place is None:
        written = "no file says"
    else:
        written = "by the bundle"
    parts = [written, *_why_percent(resolved)]
    source = ruling.source_of(check)
    if source == EXEMPTION:
        held = next(
            each
            for each in bundle.exemptions
            if each.check is check and not each.cited and each.holds(today()) and matches(each.request, request)
        )
        parts.append(f"exempt until {held.until} ({held.place}, owner {held.owner})")
    if source == ENVIRONMENT:
        parts.append(f"beaten by {KILL_SWITCH}={os.environ.get(KILL_SWITCH, '').strip()}")
    return "; ".join(parts)


def _why_percent(resolved: Resolved) -> list[str]:
    setting = resolved.setting
    if setting is None or not setting.partial:
        return []
    if resolved.source == NO_KEY:
        return [f"{setting.percent:g} %, and the request has no {' or '.join(keys_of(setting))}: warn"]
    side = "under" if resolved.mode.value == "enforce" else "not under"
    return [f"{setting.percent:g} % of {resolved.key}: bucket {resolved.bucket}, {side} {setting.percent * 100:g}"]


def _explain_waiver(exemption: Exemption) -> Mapping[str, str]:
    return {
        "place": str(exemption.place),
        "why": f"exempt for {describe(exemption.cited)} until {exemption.until}, owner {exemption.owner}",
    }
