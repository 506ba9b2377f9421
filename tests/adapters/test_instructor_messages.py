"""Messages as a provider's client gets them."""

from types import MappingProxyType

import pytest

from adapters.providers import CONVERSATION
from fundamento.adapters.messages import copied, copy_messages


@pytest.mark.parametrize("provider", ["", "openai", "anthropic"])
def test_messages_are_copied_as_they_are(provider: str) -> None:
    copies = copy_messages(tuple(MappingProxyType(message) for message in CONVERSATION), provider)
    assert copies == list(CONVERSATION)
    copies[1]["content"][0]["text"] = "changed"
    assert CONVERSATION[1]["content"][0]["text"] != "changed"


def test_gemini_gets_its_own_words() -> None:
    copies = copy_messages(CONVERSATION, "genai")
    assert [message["role"] for message in copies] == ["system", "user", "model", "user"]
    assert copies[1]["content"] == [CONVERSATION[1]["content"][0]["text"]]
    assert copies[3]["content"] == CONVERSATION[3]["content"]


def test_what_is_no_json_is_shared() -> None:
    image = object()
    copy = copied({"content": ({"image": image},)})
    assert copy == {"content": [{"image": image}]}
