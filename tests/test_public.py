"""What a user may see of a result, and that no serialiser gives more."""

import copy
import dataclasses
import io
import json
import logging
import pickle
import pprint
import traceback
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema
import orjson
import pytest
import structlog
from fastapi import FastAPI
from pydantic import BaseModel, TypeAdapter
from rich.console import Console
from rich.pretty import Pretty
from starlette.testclient import TestClient

from fundamento import Action, Fragment, GroundedAnswer, Grounder, Reader, Result
from fundamento.public_form import PublicResult, build_schema

ROOT = Path(__file__).resolve().parent.parent
# Words of the draft that stand in no fragment; the ID too is one that a model made up.
DRAFT = ("dragons", "zeppelin", "4711", "invented-id")
FRAGMENTS = [
    Fragment("a", "🎉 Files are kept for 30 days.", document="d1", version="2", start=100, title="Files"),
    Fragment("b", "Pro allows up to 20 projects.", document="d2", section=("Plans", "Pro"), page=3),
]


def output(*claims: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"answer": {"kind": "grounded", "claims": list(claims), **more}}


def claim(text: str, fragment: str, quote: str) -> dict[str, Any]:
    return {"support": [{"fragment": fragment, "quote": quote}], "text": text}


TRUE = claim("Files are kept for 30 days.", "a", "kept for 30 days")
WITHHELD: dict[str, Any] = {
    "claims": output(
        claim("Dragons cost 4711 €.", "a", "the zeppelin costs 4711 euros"),
        claim("Dragons fly.", "invented-id", "a zeppelin"),
        gaps=[{"text": "the zeppelin of 4711"}],
        conflicts=[{"text": "Dragons 4711, zeppelin 30", "fragments": ["a", "invented-id"]}],
    ),
    "abstention": {"answer": {"kind": "abstention", "missing": "Dragons cost 4711 € a zeppelin."}, "claims": [TRUE]},
    "unreadable": "Dragons 4711 {zeppelin",
    "prose": "Dragons cost 4711 € by zeppelin [1].",
}


def withheld(what: str) -> Result:
    form: Any = "prose" if what == "prose" else "json"
    result = Grounder(policy="strict", sinks=()).check(WITHHELD[what], FRAGMENTS, format=form)
    assert result.action is Action.WITHHELD
    assert result.withheld is not None
    return result


class Envelope(BaseModel):
    """A model of a user's own with a result in it."""

    result: Result


def _log(result: Result) -> str:
    stream = io.StringIO()
    logger = logging.Logger("public")
    logger.addHandler(logging.StreamHandler(stream))
    logger.info("%s %r", result, result, extra={"result": result})
    logger.info(result)
    logger.info(result.findings)
    return stream.getvalue()


def _structlog(renderer: Callable[..., Any]) -> Callable[[Result], object]:
    def write(result: Result) -> object:
        stream = io.StringIO()
        logger = structlog.wrap_logger(structlog.PrintLogger(stream), processors=[renderer])
        logger.info("answered", result=result, findings=result.findings, claims=result.claims)
        return stream.getvalue()

    return write


def _rich(result: Result) -> str:
    stream = io.StringIO()
    Console(file=stream).print(Pretty(result), result)
    return stream.getvalue()


def _fastapi(result: Result) -> list[str]:
    app = FastAPI()

    @app.get("/typed")
    def typed() -> Result:
        return result

    @app.get("/untyped", response_model=None)
    def untyped():  # type: ignore[no-untyped-def]  # noqa: ANN202 - as people write it
        return result

    @app.get("/nested", response_model=None)
    def nested():  # type: ignore[no-untyped-def]  # noqa: ANN202 - as above
        return {"answers": [result]}

    client = TestClient(app)
    texts = [client.get(path).text for path in ("/typed", "/untyped", "/nested")]
    assert json.loads(texts[0]) == json.loads(texts[1]) == result.public()
    assert json.loads(texts[2]) == {"answers": [result.public()]}
    assert "PublicCitation" in json.dumps(client.get("/openapi.json").json())
    return texts


HABITS: dict[str, Callable[[Result], object]] = {
    "repr": repr,
    "str": str,
    "f-string": lambda result: f"{result} {result!r} {result.findings} {result.claims} {result.withheld}",
    "format": "{}".format,
    "asdict": dataclasses.asdict,
    "astuple": dataclasses.astuple,
    "replace": lambda result: dataclasses.replace(result, lang="es"),
    "vars": vars,
    "dict": dict,
    "list": list,
    "public": Result.public,
    "text": Result.text,
    "json": json.dumps,
    "json-str": lambda result: json.dumps(result, default=str),
    "json-vars": lambda result: json.dumps(result, default=vars),
    "json-dict": lambda result: json.dumps({"result": [result]}, default=dict),
    "orjson": orjson.dumps,
    "orjson-str": lambda result: orjson.dumps([result], default=str),
    "pydantic": lambda result: TypeAdapter(Result).dump_python(result),
    "pydantic-json": lambda result: TypeAdapter(Result).dump_json(result),
    "pydantic-any": lambda result: TypeAdapter(object).dump_json(result),
    "pydantic-list": lambda result: TypeAdapter(list[Result]).dump_json([result]),
    "pydantic-model": lambda result: Envelope(result=result).model_dump_json(),
    "pydantic-repr": lambda result: repr(Envelope(result=result)),
    "pydantic-error": lambda result: TypeAdapter(int).validate_python(result),
    "logging": _log,
    "structlog-json": _structlog(structlog.processors.JSONRenderer()),
    "structlog-console": _structlog(structlog.dev.ConsoleRenderer(colors=False)),
    "structlog-keys": _structlog(structlog.processors.KeyValueRenderer()),
    "pprint": pprint.pformat,
    "rich": _rich,
    "fastapi": _fastapi,
    "copy": lambda result: f"{copy.copy(result)} {copy.deepcopy(result)}",
}


@pytest.mark.parametrize("what", WITHHELD)
@pytest.mark.parametrize("habit", HABITS)
def test_no_habit_prints_a_word_of_a_withheld_draft(habit: str, what: str) -> None:
    result = withheld(what)
    try:
        written = HABITS[habit](result)
        said = written.decode() if isinstance(written, bytes) else f"{written!s} {written!r}"
    except (TypeError, AttributeError, ValueError) as error:  # refused: what is said of that counts as well
        said = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
    assert [word for word in DRAFT if word in said.casefold()] == []
    assert said.strip()


def test_the_draft_is_reached_by_its_name_and_by_pickling() -> None:
    result = withheld("claims")
    for again in (copy.copy(result), copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert again == result
        assert again.withheld == result.withheld
        assert again.withheld is not None
        assert isinstance(again.withheld.answer, GroundedAnswer)
        assert again.withheld.answer.claims[0].text == "Dragons cost 4711 €."


def test_serialisers_that_take_it_give_the_public_view() -> None:
    result = Grounder(policy="strict", sinks=()).check(output(TRUE), FRAGMENTS)
    assert json.loads(TypeAdapter(Result).dump_json(result)) == result.public()
    assert json.loads(Envelope(result=result).model_dump_json()) == {"result": result.public()}
    assert dict(result) == result.public()
    with pytest.raises(TypeError, match="dataclass instances"):
        dataclasses.asdict(result)


def test_a_citation_says_where_its_quote_stands() -> None:
    second = claim("Pro allows up to 20 projects.", "b", "up to 20 projects")
    result = Grounder(policy="strict", sinks=()).check(output(TRUE, second, TRUE), FRAGMENTS)
    shown = result.public()
    assert shown["text"] == result.text()
    assert [each["numbers"] for each in shown["claims"]] == [[1], [2], [1]]
    assert [(each["number"], each["claim"]) for each in shown["citations"]] == [(1, 0), (2, 1), (1, 2)]
    first = shown["citations"][0]
    assert [first[key] for key in ("number", "claim", "conflict", "fragment")] == [1, 0, None, "a"]
    assert [first[key] for key in ("document", "version", "title", "section", "page")] == ["d1", "2", "Files", [], None]
    assert (first["quote"], first["start"], first["end"]) == ("kept for 30 days", 12, 28)
    assert (first["utf16_start"], first["utf16_end"]) == (13, 29)
    assert (first["document_start"], first["document_end"], first["newer_version"]) == (112, 128, None)
    plans = shown["citations"][1]
    assert (plans["section"], plans["page"], plans["document_start"]) == (["Plans", "Pro"], 3, None)


def test_a_citation_has_its_dates_and_the_newer_version() -> None:
    old = Fragment(
        "a",
        "Files are kept for 30 days.",
        document="d1",
        effective_from=date(2024, 1, 1),
        effective_until=date(2030, 1, 31),
        superseded_by="3",
    )
    cited = Grounder(sinks=()).check(output(TRUE), [old]).public()["citations"]
    dates = [(each["effective_from"], each["effective_until"], each["newer_version"]) for each in cited]
    assert dates == [("2024-01-01", "2030-01-31", "3")]


def test_what_the_reader_may_not_read_is_not_quoted() -> None:
    secret = Fragment("a", "Files are kept for 30 days.", document="d1", readers=frozenset({"user:other"}), title="T")
    result = Grounder(sinks=()).check(output(TRUE), [secret], reader=Reader("me"))
    assert result.action is Action.ALLOWED
    (cited,) = result.public()["citations"]
    kept = {key: value for key, value in cited.items() if value not in (None, [])}
    assert kept == {"number": 1, "claim": 0, "fragment": "a"}


def test_a_pruned_answer_cites_what_is_left() -> None:
    policy = {"name": "p", "extends": "strict", "on_reject": "prune"}
    bad = claim("Dragons cost 4711 €.", "b", "a zeppelin")
    shown = Grounder(policy=policy, sinks=()).check(output(bad, TRUE), FRAGMENTS).public()
    assert [each["text"] for each in shown["claims"]] == ["Files are kept for 30 days."]
    assert [(each["claim"], each["quote"]) for each in shown["citations"]] == [(0, "kept for 30 days")]
    assert shown["removed"] == 1


def test_a_quote_that_stands_nowhere_is_not_shown() -> None:
    (cited,) = Grounder(sinks=()).check(output(claim("Files.", "a", "a zeppelin")), FRAGMENTS).public()["citations"]
    assert (cited["quote"], cited["start"], cited["fragment"]) == (None, None, "a")


@pytest.mark.parametrize(
    "given",
    [
        output(TRUE, gaps=[{"text": "the price"}]),
        output(TRUE, conflicts=[{"text": "30 days, or 20 projects.", "fragments": ["a", "b"]}]),
        {"answer": {"kind": "abstention", "missing": "the price"}},
        *WITHHELD.values(),
    ],
)
@pytest.mark.parametrize("policy", ["observe", "strict"])
def test_the_schema_describes_every_view(given: object, policy: str) -> None:
    shown = Grounder(policy=policy, sinks=()).check(given, FRAGMENTS, question="What is the price?").public()
    jsonschema.validate(shown, build_schema())
    assert PublicResult.model_validate(shown).model_dump(mode="json", by_alias=True) == shown
    assert json.loads(json.dumps(shown)) == shown


def test_the_schema_file_is_up_to_date() -> None:
    written = json.loads((ROOT / "observability" / "result.schema.json").read_text(encoding="utf-8"))
    assert written == build_schema()
