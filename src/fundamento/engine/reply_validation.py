"""Validate a model's reply, or turn it into a `ModelError`."""

import inspect
import re
from collections.abc import Mapping, Sequence
from typing import Final

from fundamento.errors import FundamentoError, ModelError
from fundamento.models import NO_USAGE, ModelReply, Stop, Usage

# A name goes into events, and a provider can answer anything where it should stand.
_MODEL_NAME: Final = re.compile(r"[\w.:/@+-]{1,120}")


def accept_reply(reply: object, asked: str) -> ModelReply | ModelError:
    """Return a reply whose parts are what they should be: what was counted wrongly must not cost the output."""
    if not isinstance(reply, ModelReply):
        if inspect.iscoroutine(reply):
            reply.close()  # one that is dropped unawaited warns
        return ModelError(f"The model {asked} gave a {type(reply).__name__}.", hint="Its methods return a ModelReply.")
    # As objects: what a model of somebody else's filled in need not be what the annotations say.
    model: object = reply.model
    usage = reply.usage if _is_usage(reply.usage) else NO_USAGE
    messages = reply.messages if _are_messages(reply.messages) else ()
    named = model if isinstance(model, str) and _MODEL_NAME.fullmatch(model) else None
    stop = Stop(reply.stop) if reply.stop in list(Stop) else Stop.COMPLETE
    if stop is reply.stop and (named, usage, messages) == (model, reply.usage, reply.messages):
        return reply
    return ModelReply(reply.output, stop, named, usage, messages)


def _is_usage(usage: object) -> bool:
    return isinstance(usage, Usage) and _is_count(usage.input_tokens) and _is_count(usage.output_tokens)


def _is_count(tokens: object) -> bool:
    return tokens is None or (isinstance(tokens, int) and tokens >= 0)


def _are_messages(messages: object) -> bool:
    return isinstance(messages, Sequence) and all(isinstance(message, Mapping) for message in messages)


def read_failure(error: BaseException, asked: str) -> ModelError:
    """Return the error of a call that brought no output; errors of configuration and of input are raised on."""
    if isinstance(error, ModelError):
        return error
    if isinstance(error, FundamentoError):
        raise error
    return ModelError(
        f"The model {asked} failed ({type(error).__name__}).",
        hint="See provider_error for what it said.",
        retryable=getattr(error, "retryable", False) is True,
        provider_error=error,
    )
