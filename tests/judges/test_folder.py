"""The folder of a cross-encoder: what is missing or makes no sense is named."""

import json
from collections.abc import Callable
from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from fundamento.errors import ConfigurationError
from fundamento.judges.folder import read_folder
from fundamento.judges.nli import NliJudge
from judges.crossencoders import write_folder


def configure(folder: Path, **changes: object) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "config.json"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    (write_folder(tmp_path) / name).unlink()
    with pytest.raises(ConfigurationError, match=rf"has no file {name}"):
        NliJudge(tmp_path)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"There is no folder .*nowhere"):
        NliJudge(tmp_path / "nowhere")


def test_the_model_may_stand_in_a_folder_onnx(tmp_path: Path) -> None:
    write_folder(tmp_path)
    (tmp_path / "onnx").mkdir()
    (tmp_path / "model.onnx").rename(tmp_path / "onnx" / "model.onnx")
    assert read_folder(tmp_path).model == tmp_path / "onnx" / "model.onnx"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("model.onnx", b"no model", r"model\.onnx cannot be loaded"),
        ("tokenizer.json", b"{}", r"tokenizer\.json is no tokenizer"),
        ("config.json", b"{", r"config\.json cannot be read as JSON \(JSONDecodeError\)"),
        ("config.json", b"\xff", r"config\.json cannot be read as JSON \(UnicodeDecodeError\)"),
        ("config.json", b"[]", r"config\.json holds no object"),
        ("config.json", b"{}", "does not name the outputs"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (write_folder(tmp_path) / name).write_bytes(content)
    with pytest.raises(ConfigurationError, match=message):
        NliJudge(tmp_path)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (None, "does not name the outputs"),
        ([], "does not name the outputs"),
        ({"0": "entailment"}, "does not name the outputs"),
        ({"0": "entailment", "2": "neutral"}, "does not name the outputs"),
        ({"0": "LABEL_0", "1": "LABEL_1"}, "'LABEL_0', which is no label of NLI"),
        ({"0": "positive", "1": "negative"}, "'positive', which is no label of NLI"),
        ({"x": "entailment", "1": "neutral"}, "id2label has 'x'"),
        ({"0": "neutral", "1": "contradiction"}, "names 0 outputs entailment"),
        ({"0": "entailment", "1": "entails"}, "names 2 outputs entailment"),
    ],
)
def test_labels_that_make_no_sense_are_refused(tmp_path: Path, labels: object, message: str) -> None:
    configure(write_folder(tmp_path), id2label=labels)
    with pytest.raises(ConfigurationError, match=message):
        read_folder(tmp_path)


@pytest.mark.parametrize(
    ("labels", "places"),
    [
        ({"0": "entailment", "1": "not_entailment"}, (0, None)),
        ({"1": "ENTAILMENT", "0": "Not Entailment"}, (1, None)),
        ({"2": "contradiction", "0": "neutral", "1": "entailment"}, (1, 2)),
        ({"0": "entails", "1": "contradicts"}, (0, 1)),
    ],
)
def test_labels_are_read_by_what_they_say(
    tmp_path: Path, labels: dict[str, str], places: tuple[int, int | None]
) -> None:
    configure(write_folder(tmp_path), id2label=labels)
    found = read_folder(tmp_path)
    assert (found.entailment, found.contradiction, found.labels) == (*places, len(labels))


@pytest.mark.parametrize(
    ("positions", "own", "limit"),
    [(None, None, 512), (514, 512, 512), (8_192, 10**30, 512), (128, None, 128), (512, 64, 64), (True, "x", 512)],
)
def test_the_smallest_limit_holds(tmp_path: Path, positions: object, own: object, limit: int) -> None:
    configure(write_folder(tmp_path), max_position_embeddings=positions)
    if own is not None:
        (tmp_path / "tokenizer_config.json").write_text(json.dumps({"model_max_length": own}))
    assert read_folder(tmp_path).max_tokens == limit


def save_other(folder: Path, name: str, kind: int) -> None:
    graph = helper.make_graph(
        [helper.make_node("Cast", [name], ["logits"], to=TensorProto.FLOAT)],
        "other",
        [helper.make_tensor_value_info(name, kind, ["batch", "length"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", "length"])],
    )
    onnx.save(
        helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10), folder / "model.onnx"
    )


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (lambda folder: save_other(folder, "pixel_values", TensorProto.FLOAT), "wants an input pixel_values"),
        (lambda folder: save_other(folder, "input_ids", TensorProto.FLOAT), r"of the type tensor\(float\)"),
    ],
)
def test_a_model_of_another_kind_is_refused(tmp_path: Path, write: Callable[[Path], None], message: str) -> None:
    write(write_folder(tmp_path))
    with pytest.raises(ConfigurationError, match=message):
        NliJudge(tmp_path)
