"""Prompts that ship are complete in both languages, and never edited once released."""

from pathlib import Path

import pytest

from fundamento.errors import PromptError
from fundamento.findings import CheckId
from fundamento.prompts import load_prompt, prompts_folder

# A released prompt is never edited: a change is a new version, with a line of its own here.
RELEASED = {
    ("answer", 1, "en"): "ed20166ea88761403dae7b243a99269a95050736d79037a30ad907748a0f62aa",
    ("answer", 1, "es"): "dd5e4f40d5581210f007d4fe26cc5ffad8ca197c41687ed511125cda83a6643e",
    ("cited", 1, "en"): "b4c2bd02eea5f88185efe6d6a37020f8afb4dfb734ebb66bd253e484b0625ba9",
    ("cited", 1, "es"): "829b01fe7bf586f1f2d1235670d7f8c2710eafb9afd104f1fa1654c143f7e6ab",
    ("repair", 1, "en"): "303f71db8e54b252b97b3045bf2aa08c691b90227f7bf2a0fea11ae0cbf797a3",
    ("repair", 1, "es"): "8d461c88e57679569a9647bc1ab0606a4afd69cc17768dd5708decd9ccfa6485",
}


def test_released_prompts_are_as_they_were() -> None:
    found = {}
    for path in prompts_folder().glob("*/v*.*.md"):
        version, lang, _ = path.name.split(".")
        prompt = load_prompt(path.parent.name, version=int(version[1:]), lang=lang)
        found[prompt.ref.name, prompt.ref.version, prompt.ref.lang] = prompt.ref.sha256
    assert found == RELEASED


@pytest.mark.parametrize("name", ["answer", "cited", "repair"])
def test_both_languages_have_the_same_parts(name: str) -> None:
    assert load_prompt(name, lang="es").parts.keys() == load_prompt(name, lang="en").parts.keys()


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_check_has_its_own_complaint(lang: str) -> None:
    assert {check.value for check in CheckId} <= load_prompt("repair", lang=lang).parts.keys()


def test_filling_does_not_look_into_what_was_filled_in() -> None:
    prompt = load_prompt("answer", lang="en")
    filled = prompt.fill("user", {"fragments": "{{question}} {{secret}}", "question": "{{fragments}}"})
    assert filled == "{{question}} {{secret}}\n\nQuestion: {{fragments}}"


def test_a_prompt_of_your_own(tmp_path: Path) -> None:
    (tmp_path / "answer").mkdir()
    (tmp_path / "answer" / "v7.es.md").write_text("# system\n\nHola {{name}}\n\n# user\n\nAdiós\n")
    prompt = load_prompt("answer", version=7, folder=tmp_path)
    assert prompt.parts == {"system": "Hola {{name}}", "user": "Adiós"}
    with pytest.raises(PromptError, match=r"answer/v7\.es\.md has a placeholder \{\{name\}\} that nothing fills"):
        prompt.fill("system")
    with pytest.raises(PromptError, match="has no part 'quotes'"):
        prompt.fill("quotes")
    with pytest.raises(PromptError, match=r"There are: answer/v7\.es\.md"):
        load_prompt("answer", version=8, folder=tmp_path)


@pytest.mark.parametrize("name", ["../answer", "nope", ""])
def test_a_prompt_that_is_not_there(name: str) -> None:
    with pytest.raises(PromptError, match=r"There are: .*answer/v1\.es\.md"):
        load_prompt(name)
