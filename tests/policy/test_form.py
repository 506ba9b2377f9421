"""The JSON Schema for editors takes what the library takes, and refuses what it refuses."""

import json
import re
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from fundamento.errors import PolicyError
from fundamento.policy.bundle import SHIPPED
from fundamento.policy.loading import load_bundle

ROOT = Path(__file__).resolve().parents[2]
SCHEMA: dict[str, Any] = json.loads((ROOT / "observability" / "policy.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)
README = (ROOT / "README.md").read_text("utf-8")

GOOD = {
    "example": (ROOT / "examples" / "policy.yaml").read_text("utf-8"),
    **{
        f"README {at}": text
        for at, text in enumerate(re.findall(r"<!-- policy -->\n```yaml\n(.*?)```", README, re.DOTALL))
    },
    **{name: files("fundamento.policy").joinpath("bundles", f"{name}.yaml").read_text("utf-8") for name in SHIPPED},
    "least": "name: x",
    "bare off": "name: x\nchecks: {empty-answer: off, trivial-quote: {mode: off}}",
    "numbers in when": "name: x\nscopes: [{when: {tier: 3, area: [1, b]}, checks: {empty-answer: warn}}]",
}
BAD = {
    "no name": "version: 1",
    "unknown key": "name: x\nchekcs: {}",
    "unknown check": "name: x\nchecks: {empty-anser: warn}",
    "unknown mode": "name: x\nchecks: {empty-answer: wurn}",
    "bare on": "name: x\nchecks: {empty-answer: on}",
    "percent": "name: x\nchecks: {empty-answer: {mode: enforce, percent: 101}}",
    "percent as text": "name: x\nchecks: {empty-answer: {mode: enforce, percent: '5'}}",
    "no mode": "name: x\nchecks: {empty-answer: {percent: 5}}",
    "scope without when": "name: x\nscopes: [{checks: {empty-answer: warn}}]",
    "scope for nothing": "name: x\nscopes: [{when: {}, checks: {empty-answer: warn}}]",
    "no values": "name: x\nscopes: [{when: {tenant: []}, checks: {empty-answer: warn}}]",
    "truth in when": "name: x\nscopes: [{when: {lang: no}, checks: {empty-answer: warn}}]",
    "no owner": "name: x\nexemptions: [{check: empty-answer, when: {tenant: a}, reason: b, until: 2027-01-31}]",
    "no day": "name: x\nexemptions: [{check: empty-answer, when: {a: b}, owner: a, reason: b, until: soon}]",
    "version": "name: x\nversion: 0",
    "repairs": "name: x\nrepairs: 9",
    "on_error": "name: x\non_error: alow",
    "threshold": "name: x\nthresholds: {empty-answer: 2}",
}


def as_json(text: str) -> Any:
    """Return a YAML text as an editor sees it, where a day is a text."""

    def spell(value: object) -> str:
        assert isinstance(value, date)
        return value.isoformat()

    return json.loads(json.dumps(yaml.safe_load(text), default=spell))


def test_it_is_a_json_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", GOOD)
def test_what_is_good_fits(name: str) -> None:
    assert list(VALIDATOR.iter_errors(as_json(GOOD[name]))) == []
    assert load_bundle(yaml.safe_load(GOOD[name])).name


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_does_not(name: str) -> None:
    assert list(VALIDATOR.iter_errors(as_json(BAD[name]))) != []
    with pytest.raises(PolicyError):
        load_bundle(yaml.safe_load(BAD[name]))


def test_every_key_of_a_file_is_explained_or_explains_itself() -> None:
    assert set(SCHEMA["properties"]) == {
        *("name", "version", "extends", "candidate", "on_error", "on_reject", "repairs", "thresholds", "checks"),
        *("scopes", "exemptions", "own_checks"),
    }
