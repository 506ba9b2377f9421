"""The folder of an NLI cross-encoder: its files, its labels, its limits."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fundamento.errors import ConfigurationError

# The cross-encoders that exist were trained on pairs of at most this many tokens.
_USUAL_TOKENS: Final = 512
_MODELS: Final = ("model.onnx", "onnx/model.onnx")
_ENTAILMENT: Final = frozenset({"entailment", "entails", "entailed", "entail"})
_CONTRADICTION: Final = frozenset({"contradiction", "contradicts", "contradicted", "contradict"})
_OTHERS: Final = frozenset({"neutral", "notentailment", "nonentailment", "notentailed"})


@dataclass(frozen=True, slots=True)
class NliFolder:
    """What the files of a folder say. `entailment` and `contradiction` are places in the model's output.

    `max_tokens` is the usual length of a pair, within `own_limit`, the longest that the model can take.
    """

    model: Path
    tokenizer: Path
    labels: int
    entailment: int
    contradiction: int | None
    max_tokens: int
    own_limit: int | None
    pad_id: int
    version: str


def read_folder(folder: Path) -> NliFolder:
    """Read `config.json`, find `model.onnx` and `tokenizer.json`. Raises `ConfigurationError`, which names the file."""
    if not folder.is_dir():
        raise ConfigurationError(f"There is no folder {folder}.", hint="Give the folder of an NLI model in ONNX.")
    model = next((path for name in _MODELS if (path := folder / name).is_file()), folder / _MODELS[0])
    tokenizer, config = folder / "tokenizer.json", folder / "config.json"
    for path in (model, tokenizer, config):
        if not path.is_file():
            raise ConfigurationError(
                f"{folder} has no file {path.name}.",
                hint="It takes model.onnx (also in a folder onnx), tokenizer.json and config.json.",
            )
    settings = _read_json(config)
    labels = _read_labels(settings.get("id2label"), config)
    pad = settings.get("pad_token_id")
    own_limit = _read_limit(folder, settings)
    with model.open("rb") as file:
        version = hashlib.file_digest(file, "sha256").hexdigest()[:12]
    return NliFolder(
        model,
        tokenizer,
        labels=len(labels),
        entailment=_find(labels, _ENTAILMENT, config),
        contradiction=next((place for place, label in labels.items() if label in _CONTRADICTION), None),
        max_tokens=_USUAL_TOKENS if own_limit is None else min(_USUAL_TOKENS, own_limit),
        own_limit=own_limit,
        pad_id=_as_count(pad) or 0,
        version=version,
    )


def _read_json(path: Path) -> Mapping[str, object]:
    try:
        content = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigurationError(f"{path} cannot be read as JSON ({type(error).__name__}).") from None
    if not isinstance(content, dict):
        raise ConfigurationError(f"{path} holds no object.", hint="Is it the model's own file?")
    return content


def _read_labels(written: object, config: Path) -> dict[int, str]:
    """Return the labels by their places, in small letters without what joins words."""
    labels: dict[int, str] = {}
    for place, label in written.items() if isinstance(written, dict) else ():
        plain = "".join(character for character in str(label).casefold() if character.isalnum())
        if not str(place).isdecimal() or plain not in _ENTAILMENT | _CONTRADICTION | _OTHERS:
            raise ConfigurationError(
                f"{config}: id2label has {str(place)[:20]!r}: {str(label)[:40]!r}, which is no label of NLI.",
                hint="Name each output there: entailment, neutral, contradiction or not_entailment.",
            )
        labels[int(place)] = plain
    if len(labels) < 2 or sorted(labels) != list(range(len(labels))):
        raise ConfigurationError(
            f"{config}: id2label does not name the outputs from 0 on, two at least.",
            hint='Write it: {"0": "entailment", "1": "neutral", "2": "contradiction"}, in the order of the model.',
        )
    return labels


def _find(labels: Mapping[int, str], words: frozenset[str], config: Path) -> int:
    places = [place for place, label in labels.items() if label in words]
    if len(places) != 1:
        raise ConfigurationError(
            f"{config}: id2label names {len(places)} outputs entailment.", hint="It is one in a model for NLI."
        )
    return places[0]


def _read_limit(folder: Path, settings: Mapping[str, object]) -> int | None:
    written = folder / "tokenizer_config.json"
    own = _read_json(written).get("model_max_length") if written.is_file() else None
    limits = [_as_count(limit) for limit in (own, settings.get("max_position_embeddings"))]
    return min((limit for limit in limits if limit), default=None)


def _as_count(value: object) -> int | None:
    # Tokenizers without a limit write 1e30.
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
