"""Prompts are files: loaded by name, version and language, and never edited once released.

A file `prompts/<name>/v<N>.<lang>.md` has parts, each under a heading `# part`. A part holds placeholders such as
`{{question}}`; filling them never looks inside what was filled in.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from fundamento.errors import PromptError
from fundamento.events import PromptRef

_HEADING: Final = re.compile(r"^# ([a-z][a-z-]*)[ \t]*$", re.MULTILINE)
_PLACEHOLDER: Final = re.compile(r"\{\{([a-z]+)\}\}")
_NAME: Final = re.compile(r"[a-z][a-z-]*")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt file, cut into its parts; `ref` says exactly which."""

    ref: PromptRef
    parts: Mapping[str, str]

    def fill(self, part: str, values: Mapping[str, str] | None = None) -> str:
        """Return a part with its placeholders filled in. Raises `PromptError` if the part or a value is missing."""
        given = values or {}

        def value(found: re.Match[str]) -> str:
            try:
                return given[found[1]]
            except KeyError:
                raise PromptError(
                    f"The part {part!r} of {self._name} has a placeholder {{{{{found[1]}}}}} that nothing fills.",
                    hint=f"Known here: {', '.join(sorted(given)) or 'none'}.",
                ) from None

        try:
            return _PLACEHOLDER.sub(value, self.parts[part])
        except KeyError:
            raise PromptError(
                f"{self._name} has no part {part!r}.",
                hint=f"Add a heading '# {part}' to it, with the text below.",
            ) from None

    @property
    def _name(self) -> str:
        return f"{self.ref.name}/v{self.ref.version}.{self.ref.lang}.md"


@lru_cache(maxsize=64)
def load_prompt(name: str, *, version: int = 1, lang: str = "es", folder: Path | None = None) -> Prompt:
    """Load a prompt from `folder`, or from those that ship. Raises `PromptError`, which lists what there is."""
    root = folder or prompts_folder()
    path = root / name / f"v{version}.{lang}.md"
    try:
        if not _NAME.fullmatch(name) or not _NAME.fullmatch(lang):
            raise FileNotFoundError
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        there = sorted(f"{file.parent.name}/{file.name}" for file in root.glob("*/v*.*.md"))
        raise PromptError(
            f"There is no readable prompt {name}/v{version}.{lang}.md ({type(error).__name__}).",
            hint=f"There are: {', '.join(there)}.",
        ) from None
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    return Prompt(PromptRef(name, version, lang, sha256), MappingProxyType(_parts(text)))


def prompts_folder() -> Path:
    """Return the folder of the prompts that ship: inside the installed package, or beside `src` in a checkout."""
    package = Path(__file__).parent
    shipped = package / "data" / "prompts"
    return shipped if shipped.is_dir() else package.parent.parent / "prompts"


def _parts(text: str) -> dict[str, str]:
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return {heading[1]: text[heading.end() : end].strip() for heading, end in zip(headings, ends, strict=True)}
