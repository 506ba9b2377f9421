"""A real ONNX model and a real tokenizer, so small that what they say can be worked out by hand.

The model counts: the share of the claim's words that the evidence has, and whether the evidence says "nunca".
"""

import json
from collections.abc import Mapping, Sequence
from math import exp
from pathlib import Path

import onnx
from onnx import TensorProto, helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

_WRITTEN = """
el la los las de un una y plan pro permite hasta diez veinte proyectos activos archivos se conservan durante treinta
días cuesta euros al mes nunca soporte por teléfono relleno
"""
WORDS = _WRITTEN.split()
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
VOCABULARY = {word: place for place, word in enumerate((*SPECIAL, *WORDS))}
LABELS = ("entailment", "neutral", "contradiction")


def probabilities(share: float, *, never: bool = False) -> Mapping[str, float]:
    """Return what the model says where the evidence has that share of the claim's words."""
    logits = {"entailment": 12 * share - 6, "neutral": 0.0, "contradiction": 6.0 if never else -6.0}
    total = sum(map(exp, logits.values()))
    return {label: exp(logit) / total for label, logit in logits.items()}


def write_folder(
    folder: Path,
    *,
    labels: Sequence[str] = LABELS,
    inputs: Sequence[str] = ("input_ids", "attention_mask", "token_type_ids"),
    kind: int = TensorProto.INT64,
    config: Mapping[str, object] | None = None,
) -> Path:
    """Write `model.onnx`, `tokenizer.json` and `config.json`; `labels` in the order of the outputs."""
    folder.mkdir(parents=True, exist_ok=True)
    order = [label.casefold() for label in labels]
    onnx.save(_model(order, inputs, kind), folder / "model.onnx")
    _tokenizer().save(str(folder / "tokenizer.json"))
    written = {"id2label": {str(place): label for place, label in enumerate(labels)}, "pad_token_id": 0}
    (folder / "config.json").write_text(json.dumps({**written, **(config or {})}))
    return folder


def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer(models.WordLevel(VOCABULARY, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", VOCABULARY["[CLS]"]), ("[SEP]", VOCABULARY["[SEP]"])],
    )
    return tokenizer


def _model(labels: Sequence[str], inputs: Sequence[str], kind: int) -> onnx.ModelProto:
    """Build the model; without a mask every word counts that is no padding, without types all evidence is claim."""
    nodes = [
        helper.make_node("Cast", ["input_ids"], ["ids"], to=TensorProto.INT64),
        helper.make_node("Greater", ["ids", "last_special"], ["spoken"]),
    ]
    if "attention_mask" in inputs:
        nodes += [
            helper.make_node("Cast", ["attention_mask"], ["seen"], to=TensorProto.BOOL),
            helper.make_node("And", ["spoken", "seen"], ["word"]),
        ]
    else:
        nodes.append(helper.make_node("Identity", ["spoken"], ["word"]))
    if "token_type_ids" in inputs:
        nodes += [
            helper.make_node("Cast", ["token_type_ids"], ["second"], to=TensorProto.BOOL),
            helper.make_node("Not", ["second"], ["first"]),
            helper.make_node("And", ["word", "second"], ["of_claim"]),
            helper.make_node("And", ["word", "first"], ["of_evidence"]),
        ]
    else:
        nodes += [
            helper.make_node("Identity", ["word"], ["of_claim"]),
            helper.make_node("Identity", ["word"], ["of_evidence"]),
        ]
    nodes += [
        # Is a word of the claim among those of the evidence?
        helper.make_node("Unsqueeze", ["ids", "axis_2"], ["rows"]),
        helper.make_node("Unsqueeze", ["ids", "axis_1"], ["columns"]),
        helper.make_node("Equal", ["rows", "columns"], ["alike"]),
        helper.make_node("Unsqueeze", ["of_evidence", "axis_1"], ["evidence_columns"]),
        helper.make_node("And", ["alike", "evidence_columns"], ["found"]),
        helper.make_node("Cast", ["found"], ["found_as_number"], to=TensorProto.FLOAT),
        helper.make_node("ReduceMax", ["found_as_number", "axis_2"], ["is_found"], keepdims=0),
        helper.make_node("Cast", ["of_claim"], ["claim_as_number"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["is_found", "claim_as_number"], ["covered"]),
        helper.make_node("ReduceSum", ["covered", "axis_1"], ["covered_count"], keepdims=1),
        helper.make_node("ReduceSum", ["claim_as_number", "axis_1"], ["claim_count"], keepdims=1),
        helper.make_node("Div", ["covered_count", "claim_count"], ["share"]),
        helper.make_node("Mul", ["share", "twelve"], ["scaled"]),
        helper.make_node("Sub", ["scaled", "six"], ["entailment"]),
        # Does the evidence say "nunca"?
        helper.make_node("Equal", ["ids", "never"], ["is_never"]),
        helper.make_node("And", ["is_never", "of_evidence"], ["never_in_evidence"]),
        helper.make_node("Cast", ["never_in_evidence"], ["never_as_number"], to=TensorProto.FLOAT),
        helper.make_node("ReduceMax", ["never_as_number", "axis_1"], ["any_never"], keepdims=1),
        helper.make_node("Mul", ["any_never", "twelve"], ["never_scaled"]),
        helper.make_node("Sub", ["never_scaled", "six"], ["contradiction"]),
        helper.make_node("Mul", ["share", "zero"], ["neutral"]),
        helper.make_node("Concat", list(labels), ["logits"], axis=1),
    ]
    constants = [
        helper.make_tensor("last_special", TensorProto.INT64, [1], [len(SPECIAL) - 1]),
        helper.make_tensor("never", TensorProto.INT64, [1], [VOCABULARY["nunca"]]),
        helper.make_tensor("axis_1", TensorProto.INT64, [1], [1]),
        helper.make_tensor("axis_2", TensorProto.INT64, [1], [2]),
        helper.make_tensor("zero", TensorProto.FLOAT, [1], [0.0]),
        helper.make_tensor("six", TensorProto.FLOAT, [1], [6.0]),
        helper.make_tensor("twelve", TensorProto.FLOAT, [1], [12.0]),
    ]
    graph = helper.make_graph(
        nodes,
        "overlap",
        [helper.make_tensor_value_info(name, kind, ["batch", "length"]) for name in inputs],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", len(labels)])],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    onnx.checker.check_model(model)
    return model
