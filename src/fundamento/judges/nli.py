"""A judge on this machine: an NLI cross-encoder from a folder, by way of ONNX Runtime."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fundamento.errors import ConfigurationError, MissingExtraError
from fundamento.judgements import JudgeCost, Judgement, Pair, Unjudged
from fundamento.judges.folder import NliFolder, read_folder
from fundamento.judges.protocol import JudgeReply, JudgeRequest

if TYPE_CHECKING:
    import numpy as np

# Neighbouring windows share an eighth, so that no sentence of usual length is only seen cut in two.
_SHARED: Final = 8
_MAX_WINDOWS: Final = 64
_MAX_CODE_POINTS: Final = 1_000_000
_KNOWN_INPUTS: Final = ("input_ids", "attention_mask", "token_type_ids")
_FEWEST_TOKENS: Final = 16


class NliJudge:
    """Judges with the model of `folder`: `model.onnx`, `tokenizer.json`, `config.json` with its `id2label`.

    The score is the probability of entailment. Evidence that is longer than `max_tokens` (by default the model's own
    limit, at most 512) is cut into windows that overlap, and the best one counts; a claim is never cut: one that leaves
    no room, or more than 64 windows, is unjudged. `batch` windows go through the model at a time, on `threads` threads
    (by default all cores). Scores are rounded to six decimals, and do not depend on what else is judged beyond that.
    Safe to share between threads. Raises `MissingExtraError`, and `ConfigurationError` for a folder that cannot work.
    """

    def __init__(
        self, folder: str | Path, *, batch: int = 16, max_tokens: int | None = None, threads: int | None = None
    ) -> None:
        if batch < 1:
            raise ConfigurationError(f"NliJudge cannot work with batch={batch}.", hint="A batch is 1 or more.")
        try:
            import onnxruntime  # noqa: PLC0415 - heavy, and of an extra
            import tokenizers  # noqa: PLC0415 - same
        except ImportError as error:
            raise MissingExtraError(error.name or "onnxruntime", extra="nli", purpose="NliJudge") from None
        self._folder: Final = read_folder(Path(folder))
        self._limit: Final = _choose_limit(max_tokens, self._folder)
        self._stride: Final = self._limit // _SHARED
        self._batch: Final = batch
        self._tokenizer: Final = _load_tokenizer(tokenizers, self._folder, self._limit, self._stride)
        self._session: Final = _load_session(onnxruntime, self._folder, threads)
        self._inputs: Final = _read_inputs(self._session, self._folder)
        self.name: Final = f"nli/{Path(folder).resolve().name}"
        self.version: Final = self._folder.version

    def judge(self, request: JudgeRequest, /) -> JudgeReply:
        """Judge all pairs; `cost.calls` is the number of batches."""
        cut = [self._cut(pair) for pair in request.pairs]
        windows = [(place, window) for place, each in enumerate(cut) if isinstance(each, list) for window in each]
        best: dict[int, list[tuple[float, float]]] = {}
        calls = 0
        # Those of like length go together, so that little is padded.
        for batch in self._batches(sorted(windows, key=lambda each: len(each[1].ids))):
            calls += 1
            for (place, _), probabilities in zip(batch, self._run([window for _, window in batch]), strict=True):
                best.setdefault(place, []).append(probabilities)
        judgements = [each if isinstance(each, Unjudged) else _conclude(best[place]) for place, each in enumerate(cut)]
        return JudgeReply(judgements, JudgeCost(calls=calls))

    async def ajudge(self, request: JudgeRequest, /) -> JudgeReply:
        """Do the same in a thread."""
        return await asyncio.to_thread(self.judge, request)

    def _cut(self, pair: Pair) -> list[Any] | Unjudged:
        """Return the windows of a pair: the whole claim in each of them, and a stretch of the evidence."""
        evidence = " ".join(pair.evidence)
        if len(evidence) > _MAX_CODE_POINTS:
            return Unjudged("EvidenceTooLong")
        claim = len(self._tokenizer.encode(pair.claim, add_special_tokens=False).ids)
        room = self._limit - self._tokenizer.num_special_tokens_to_add(True) - claim  # noqa: FBT003 - positional there
        if room < 2 * self._stride:
            return Unjudged("ClaimTooLong")
        first = self._tokenizer.encode(evidence, pair.claim)
        windows = [first, *first.overflowing]
        return Unjudged("EvidenceTooLong") if len(windows) > _MAX_WINDOWS else windows

    def _batches(self, windows: Sequence[tuple[int, Any]]) -> Iterator[list[tuple[int, Any]]]:
        # A model without a mask takes padding for text: there, only windows of one length go together.
        masked = "attention_mask" in self._inputs
        batch: list[tuple[int, Any]] = []
        for each in windows:
            if len(batch) == self._batch or (batch and not masked and len(batch[0][1].ids) != len(each[1].ids)):
                yield batch
                batch = []
            batch.append(each)
        if batch:
            yield batch

    def _run(self, windows: Sequence[Any]) -> list[tuple[float, float]]:
        """Return the probabilities of entailment and of contradiction of each window."""
        import numpy as np  # noqa: PLC0415 - onnxruntime has loaded it

        longest = max(len(window.ids) for window in windows)
        shape = (len(windows), longest)
        values = {
            "input_ids": np.full(shape, self._folder.pad_id, dtype=np.int64),
            "attention_mask": np.zeros(shape, dtype=np.int64),
            "token_type_ids": np.zeros(shape, dtype=np.int64),
        }
        for row, window in enumerate(windows):
            length = len(window.ids)
            values["input_ids"][row, :length] = window.ids
            values["attention_mask"][row, :length] = window.attention_mask
            values["token_type_ids"][row, :length] = window.type_ids
        feed = {name: values[name].astype(kind, copy=False) for name, kind in self._inputs.items()}
        (logits,) = self._session.run([_output_of(self._session)], feed)
        expected = (len(windows), self._folder.labels)
        if logits.shape != expected:
            raise ValueError(f"The model gave {logits.shape}, and not {expected}.")
        return [self._read(row) for row in _softmax(np.asarray(logits, dtype=np.float64))]

    def _read(self, row: "np.ndarray[Any, Any]") -> tuple[float, float]:
        place = self._folder.contradiction
        return float(row[self._folder.entailment]), 0.0 if place is None else float(row[place])


def _conclude(probabilities: Sequence[tuple[float, float]]) -> Judgement:
    entailed = max(entailed for entailed, _ in probabilities)
    contradicted = max(contradicted for _, contradicted in probabilities)
    return Judgement(round(entailed, 6), contradicted=contradicted > max(entailed, 0.5))


def _softmax(logits: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    import numpy as np  # noqa: PLC0415 - onnxruntime has loaded it

    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: np.ndarray[Any, Any] = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _choose_limit(wanted: int | None, folder: NliFolder) -> int:
    limit = folder.max_tokens if wanted is None else wanted
    if limit < _FEWEST_TOKENS or limit > (folder.own_limit or limit):
        raise ConfigurationError(
            f"A pair of {limit} tokens is none for this model.",
            hint=f"The least is {_FEWEST_TOKENS}, the most that it takes {folder.own_limit or 'not known'}.",
        )
    return limit


def _load_tokenizer(library: Any, folder: NliFolder, limit: int, stride: int) -> Any:  # noqa: ANN401 - vendor's
    try:
        tokenizer = library.Tokenizer.from_file(str(folder.tokenizer))
    except Exception as error:  # noqa: BLE001 - the library raises plain exceptions of its own
        raise ConfigurationError(f"{folder.tokenizer} is no tokenizer ({type(error).__name__}).") from None
    # Set once and never again: what a tokenizer is set to holds for all threads.
    tokenizer.no_padding()
    tokenizer.enable_truncation(limit, stride=stride, strategy="only_first")
    return tokenizer


def _load_session(library: Any, folder: NliFolder, threads: int | None) -> Any:  # noqa: ANN401 - vendor's
    options = library.SessionOptions()
    options.log_severity_level = 3
    if threads is not None:
        options.intra_op_num_threads = threads
    try:
        return library.InferenceSession(str(folder.model), sess_options=options, providers=["CPUExecutionProvider"])
    except Exception as error:  # noqa: BLE001 - the library raises plain exceptions of its own
        raise ConfigurationError(
            f"{folder.model} cannot be loaded ({type(error).__name__}).", hint="Is it a whole ONNX model?"
        ) from None


def _read_inputs(session: Any, folder: NliFolder) -> dict[str, str]:  # noqa: ANN401 - vendor's
    """Return the type of each input that the model declares."""
    inputs = {each.name: each.type for each in session.get_inputs()}
    for name, kind in inputs.items():
        if name not in _KNOWN_INPUTS or kind not in ("tensor(int64)", "tensor(int32)"):
            raise ConfigurationError(
                f"{folder.model} wants an input {name} of the type {kind}.",
                hint=f"A cross-encoder takes integers: {', '.join(_KNOWN_INPUTS)}.",
            )
    return {name: kind.removeprefix("tensor(").removesuffix(")") for name, kind in inputs.items()}


def _output_of(session: Any) -> str:  # noqa: ANN401 - vendor's
    names: list[str] = [each.name for each in session.get_outputs()]
    return "logits" if "logits" in names else names[0]
