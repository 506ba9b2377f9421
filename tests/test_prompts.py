"""Prompts that ship are complete in both languages, and never edited once released."""

from pathlib import Path

import pytest

from fundamento import Grounder, Settings
from fundamento.errors import PromptError
from fundamento.findings import CheckId
from fundamento.prompts import load_prompt, prompts_folder
from fundamento.testing import ScriptedModel

# A released prompt is never edited: a change is a new version, with a line of its own here.
RELEASED = {
    ("answer", 1, "en"): "ed20166ea88761403dae7b243a99269a95050736d79037a30ad907748a0f62aa",
    ("answer", 1, "es"): "dd5e4f40d5581210f007d4fe26cc5ffad8ca197c41687ed511125cda83a6643e",
    ("judge", 1, "en"): "9bfb3e2b84f484db64b9ad0232e4158bf068968be2671d0b60e42ffff0031b7f",
    ("judge", 1, "es"): "620d43824f7b5ed453cd37f02cfb8934de9fca7f56b4b118c7445b8a9bf19a04",
    ("repair", 1, "en"): "4f5650010c0e51fe53bfb10562a26c5f12d6542128d0f03b1caa42c953eea7bd",
    ("repair", 1, "es"): "28a5192e459b47a225bb69e1db09e9a33b4f72618dadef659eb5aca9f30e721c",
    ("schema", 1, "en"): "5d03794714d46fe94822f9bfb953730593f71c3bed9ff5e5e43a0540030b0073",
    ("schema", 1, "es"): "a183793bcf4e1a27d442900ae002adfd01c3a03290ffda9041acfea06cdbb905",
    ("cited", 1, "en"): "b4c2bd02eea5f88185efe6d6a37020f8afb4dfb734ebb66bd253e484b0625ba9",
    ("cited", 1, "es"): "829b01fe7bf586f1f2d1235670d7f8c2710eafb9afd104f1fa1654c143f7e6ab",
}


def test_released_prompts_are_as_they_were() -> None:
    found = {}
    for path in prompts_folder().glob("*/v*.*.md"):
        version, lang, _ = path.name.split(".")
        prompt = load_prompt(path.parent.name, version=int(version[1:]), lang=lang)
        found[prompt.ref.name, prompt.ref.version, prompt.ref.lang] = prompt.ref.sha256
    assert found == RELEASED


@pytest.mark.parametrize("name", ["answer", "cited", "judge", "repair", "schema"])
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


def test_prompts_that_are_not_there_are_told_before_anything_is_asked(tmp_path: Path) -> None:
    with pytest.raises(PromptError, match=r"answer/v1\.en\.md"):
        Grounder(ScriptedModel([]), sinks=(), lang="en", settings=Settings(prompts=tmp_path))
