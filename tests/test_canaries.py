"""No person's text reaches a log line: not from the question, the sources, the model, or an error of any part."""

import io
import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
import structlog

from fundamento import Fragment, Grounder, Reader, Settings
from fundamento.adapters.callables import CallableModel
from fundamento.errors import FundamentoError
from fundamento.events import Event
from fundamento.fragments import FragmentRecord
from fundamento.models import ModelReply, ModelRequest, Stop
from fundamento.telemetry.sink import StructlogSink
from fundamento.testing import ScriptedModel

CANARY = "zarzaparrilla"
FRAGMENTS = [
    Fragment("doc@1:0-60", f"El plan {CANARY} permite hasta 10 proyectos activos al mes.", document="doc", version="1"),
    Fragment("doc@1:61-99", f"La {CANARY} se conserva durante 30 días.", document="doc", version="1"),
]


def grounded(fragment: str, quote: str, text: str) -> dict[str, Any]:
    return {
        "answer": {"kind": "grounded", "claims": [{"support": [{"fragment": fragment, "quote": quote}], "text": text}]}
    }


OUTPUTS = {
    "good": grounded("F1", f"plan {CANARY} permite", f"El plan {CANARY} permite 10."),
    "unknown id": grounded(CANARY, CANARY, CANARY),
    "unknown id that looks real": grounded(f"doc@1:{CANARY}", CANARY, CANARY),
    "quote elsewhere": grounded("F1", f"La {CANARY} se conserva", CANARY),
    "quote nowhere": grounded("F1", f"{CANARY} cincuenta", CANARY),
    "trivial quote": grounded("F1", "El", CANARY),
    "not json": f"{CANARY} {{",
    "not the schema": {CANARY: CANARY},
    "abstention": {"answer": {"kind": "abstention", "missing": f"{CANARY}, pero costaba 5 € {CANARY}"}},
    "gap": {"answer": {"kind": "grounded", "claims": [], "gaps": [{"text": CANARY}]}},
    "conflict": {"answer": {"kind": "grounded", "claims": [], "conflicts": [{"fragments": [CANARY], "text": CANARY}]}},
    "refusal": ModelReply(f"No {CANARY}", Stop.REFUSAL),
}


class LeakyStore:
    """A store whose error quotes what it was asked for."""

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        raise RuntimeError(f"cannot read {CANARY}")


def leaky_sink(event: Event) -> None:
    raise ValueError(CANARY)


@pytest.fixture
def lines() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def sink(lines: io.StringIO) -> StructlogSink:
    logger = structlog.wrap_logger(
        structlog.PrintLogger(lines),
        processors=[structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)],
    )
    return StructlogSink(logger)


@pytest.mark.parametrize("output", OUTPUTS.values(), ids=OUTPUTS.keys())
@pytest.mark.parametrize("policy", ["observe", "strict"])
def test_no_text_of_an_answer_is_logged(
    output: Any, policy: str, sink: StructlogSink, lines: io.StringIO, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    model = ScriptedModel([output, output], name="scripted")
    grounder = Grounder(
        model, policy=policy, store=LeakyStore(), sinks=[sink, leaky_sink], settings=Settings(tenant_key=b"k")
    )
    grounder.answer(
        f"¿Qué es {CANARY}?",
        FRAGMENTS,
        reader=Reader(CANARY, {CANARY}),
        history=[{"role": "user", "content": CANARY}],
        scope={"tenant": CANARY},
    )
    list(Grounder(ScriptedModel([output, output]), policy=policy, sinks=[sink]).stream(f"¿{CANARY}?", FRAGMENTS))
    if not isinstance(output, ModelReply):
        Grounder(policy=policy, sinks=[sink]).check(output, FRAGMENTS, question=CANARY)
    written = lines.getvalue()
    assert len(written.splitlines()) >= 2
    assert {json.loads(line)["schema"] for line in written.splitlines()} == {1}
    assert CANARY not in written
    assert CANARY not in caplog.text


def test_an_error_of_the_model_carries_no_text_even_with_its_traceback(
    sink: StructlogSink, lines: io.StringIO, caplog: pytest.LogCaptureFixture
) -> None:
    def leak(messages: object, schema: object) -> str:
        raise RuntimeError(f"400: your prompt '{CANARY}' was refused")

    grounder = Grounder(CallableModel(leak), sinks=[sink])
    log = logging.getLogger("a-users-own")

    def answer_as_users_do() -> None:
        try:
            grounder.answer(CANARY, FRAGMENTS)
        except FundamentoError:
            log.exception("the call failed")
            raise

    with pytest.raises(FundamentoError) as raised:
        answer_as_users_do()
    assert CANARY not in str(raised.value)
    assert CANARY not in repr(raised.value)
    assert "the call failed" in caplog.text
    assert "ModelError" in caplog.text
    assert CANARY not in caplog.text
    assert json.loads(lines.getvalue())["part"] == "model"
    assert CANARY not in lines.getvalue()


def test_a_request_in_the_script_sees_the_text_that_the_log_does_not(sink: StructlogSink, lines: io.StringIO) -> None:
    def echo(request: ModelRequest) -> str:
        return str(request.messages[-1]["content"])

    model = ScriptedModel([echo])
    Grounder(model, sinks=[sink]).answer(f"¿{CANARY}?", FRAGMENTS)
    assert CANARY in model.requests[0].messages[-1]["content"]
    assert CANARY not in lines.getvalue()
