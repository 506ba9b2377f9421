"""A cross-encoder from a folder: what it says is what its model computes, however it is asked."""

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import TensorProto

from fundamento.errors import ConfigurationError
from fundamento.judgements import Judgement, Pair, Unjudged
from fundamento.judges.nli import NliJudge
from fundamento.judges.protocol import Judge, JudgeRequest
from judges.crossencoders import WORDS, probabilities, write_folder

CLAIM = "El plan permite diez proyectos activos"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("nli") / "overlap")


@pytest.fixture(scope="module")
def judge(folder: Path) -> NliJudge:
    return NliJudge(folder, threads=1)


def say(judge: NliJudge, *pairs: Pair) -> list[Judgement | Unjudged]:
    return list(judge.judge(JudgeRequest(pairs)).judgements)


def expected(share: float, *, never: bool = False) -> Judgement:
    worked = probabilities(share, never=never)
    contradicted = worked["contradiction"] > max(worked["entailment"], 0.5)
    return Judgement(pytest.approx(worked["entailment"], abs=2e-6), contradicted)  # type: ignore[arg-type]  # approx compares with a number


@pytest.mark.parametrize(
    ("evidence", "share", "never"),
    [
        ("el plan pro permite hasta diez proyectos activos", 1.0, False),
        ("EL PLAN PERMITE VEINTE PROYECTOS", 4 / 6, False),
        ("los archivos se conservan", 0.0, False),
        ("nunca soporte", 0.0, True),
        ("el plan nunca permite diez proyectos activos", 1.0, True),
    ],
)
def test_the_score_is_the_probability_of_entailment(judge: NliJudge, evidence: str, share: float, never: bool) -> None:
    assert say(judge, Pair(CLAIM, (evidence,))) == [expected(share, never=never)]


def test_passages_prove_a_claim_together(judge: NliJudge) -> None:
    assert say(judge, Pair(CLAIM, ("el plan permite", "diez proyectos activos"))) == [expected(1.0)]


@pytest.mark.parametrize(
    "labels",
    [
        ("contradiction", "entailment", "neutral"),
        ("NEUTRAL", "Contradiction", "ENTAILMENT"),
        ("entailment", "contradiction", "neutral"),
    ],
)
def test_labels_come_in_any_order_and_case(tmp_path: Path, labels: tuple[str, ...]) -> None:
    other = NliJudge(write_folder(tmp_path, labels=labels), threads=1)
    said = say(other, Pair(CLAIM, ("el plan permite",)), Pair(CLAIM, ("nunca",)))
    assert said == [expected(0.5), expected(0.0, never=True)]


@pytest.mark.parametrize("kind", [TensorProto.INT64, TensorProto.INT32])
def test_inputs_have_the_type_that_the_model_declares(tmp_path: Path, kind: int) -> None:
    assert say(NliJudge(write_folder(tmp_path, kind=kind), threads=1), Pair(CLAIM, ("el plan permite",))) == [
        expected(0.5)
    ]


@pytest.mark.parametrize("inputs", [("input_ids",), ("input_ids", "attention_mask"), ("input_ids", "token_type_ids")])
def test_only_the_inputs_that_the_model_declares_are_given(tmp_path: Path, inputs: tuple[str, ...]) -> None:
    judge = NliJudge(write_folder(tmp_path, inputs=inputs), batch=4, threads=1)
    pairs = [Pair(CLAIM, (" ".join(WORDS[: 2 * number]),)) for number in range(1, 8)]
    assert say(judge, *pairs) == [each for pair in pairs for each in say(judge, pair)]


texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=40).map(" ".join)
pairs = st.builds(Pair, texts, texts.map(lambda text: (text,)))


@given(st.lists(pairs, min_size=1, max_size=12), st.integers(1, 5), st.randoms(use_true_random=False))
def test_neither_batch_nor_order_changes_what_is_said(
    folder: Path, judge: NliJudge, asked: list[Pair], batch: int, random: Any
) -> None:
    alone = {pair: say(judge, pair)[0] for pair in asked}
    small = NliJudge(folder, batch=batch, threads=1)
    shuffled = random.sample(asked, len(asked))
    for other, order in ((judge, asked), (small, asked), (judge, shuffled)):
        assert say(other, *order) == [alone[pair] for pair in order]


@pytest.mark.parametrize("place", [0, 60, 150, 400])
def test_long_evidence_is_read_whole_and_its_best_window_counts(folder: Path, place: int) -> None:
    words = ["relleno"] * 400
    words[place:place] = ["el", "plan", "permite", "diez", "proyectos", "activos"]
    windowed = NliJudge(folder, max_tokens=64, threads=1)
    reply = windowed.judge(JudgeRequest((Pair(CLAIM, (" ".join(words),)),)))
    assert list(reply.judgements) == [expected(1.0)]
    assert reply.cost.calls == 1


def test_a_contradiction_in_one_window_is_seen(folder: Path) -> None:
    words = ["relleno"] * 300 + ["nunca"] + ["relleno"] * 300
    (said,) = say(NliJudge(folder, max_tokens=64, threads=1), Pair(CLAIM, (" ".join(words),)))
    assert said == Judgement(expected(0.0).score, contradicted=True)


def test_windows_hold_the_whole_claim(folder: Path) -> None:
    # The claim's last word is the only one that the evidence has: cut off, the share would be 0.
    claim = " ".join([*["pro"] * 40, "activos"])
    said = say(NliJudge(folder, max_tokens=64, threads=1), Pair(claim, (" ".join(["relleno"] * 200) + " activos",)))
    assert said == [expected(1 / 41)]


@pytest.mark.parametrize(
    ("pair", "error"),
    [
        (Pair(" ".join(["plan"] * 50), ("plan",)), "ClaimTooLong"),
        (Pair(" ".join(["plan"] * 500), ("plan",)), "ClaimTooLong"),
        (Pair(CLAIM, ("relleno " * 10_000,)), "EvidenceTooLong"),
        (Pair(CLAIM, ("x" * 1_000_001,)), "EvidenceTooLong"),
    ],
)
def test_what_does_not_fit_is_unjudged_and_the_rest_is_judged(folder: Path, pair: Pair, error: str) -> None:
    said = say(NliJudge(folder, max_tokens=64, threads=1), Pair(CLAIM, ("el plan permite",)), pair)
    assert said == [expected(0.5), Unjudged(error)]


def test_threads_share_one_judge(judge: NliJudge) -> None:
    asked = [Pair(CLAIM, (" ".join(WORDS[number % 12 :]),)) for number in range(64)]
    alone = [say(judge, pair)[0] for pair in asked]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda pair: say(judge, pair)[0], asked)) == alone


def test_asynchronously_it_says_the_same(judge: NliJudge) -> None:
    request = JudgeRequest((Pair(CLAIM, ("el plan permite",)), Pair(CLAIM, ("nunca",))))
    assert asyncio.run(judge.ajudge(request)) == judge.judge(request)


def test_it_is_a_judge_with_a_name_and_a_version(folder: Path, judge: NliJudge, tmp_path: Path) -> None:
    assert isinstance(judge, Judge)
    other = NliJudge(write_folder(tmp_path / "other", labels=("entailment", "contradiction", "neutral")), threads=1)
    assert (judge.name, other.name) == ("nli/overlap", "nli/other")
    assert judge.version == NliJudge(folder, threads=1).version != other.version


def test_outputs_that_the_labels_do_not_name_are_an_error(tmp_path: Path) -> None:
    config = {"id2label": {"0": "entailment", "1": "not_entailment"}}
    judge = NliJudge(write_folder(tmp_path, config=config), threads=1)
    with pytest.raises(ValueError, match=r"The model gave \(1, 3\), and not \(1, 2\)"):
        say(judge, Pair(CLAIM, ("plan",)))


def test_no_pair_is_no_call(judge: NliJudge) -> None:
    reply = judge.judge(JudgeRequest(()))
    assert (list(reply.judgements), reply.cost.calls) == ([], 0)


def test_a_batch_of_nothing_is_refused(folder: Path) -> None:
    with pytest.raises(ConfigurationError, match="NliJudge cannot work with batch=0"):
        NliJudge(folder, batch=0)


@pytest.mark.parametrize("tokens", [0, 15, 129])
def test_pairs_too_short_or_too_long_for_the_model_are_refused(tmp_path: Path, tokens: int) -> None:
    write_folder(tmp_path, config={"max_position_embeddings": 128})
    with pytest.raises(ConfigurationError, match=f"A pair of {tokens} tokens"):
        NliJudge(tmp_path, max_tokens=tokens)
    assert say(NliJudge(tmp_path, max_tokens=128, threads=1), Pair(CLAIM, (CLAIM,))) == [expected(1.0)]


@pytest.mark.parametrize("missing", ["onnxruntime", "tokenizers"])
def test_without_its_libraries_the_extra_is_named(folder: Path, missing: str) -> None:
    program = f"""
import sys
sys.modules[{missing!r}] = None
from fundamento.errors import MissingExtraError
from fundamento.judges.nli import NliJudge
try:
    NliJudge({str(folder)!r})
except MissingExtraError as error:
    print(error.extra, error.library)
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, f"nli {missing}", "")
