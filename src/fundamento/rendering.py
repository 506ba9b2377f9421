"""What may be shown, made inert for where it is shown: nothing in it is a tag, a link or an image there."""

import html
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from fundamento.errors import InputError

Form: TypeAlias = Literal["plain", "html", "markdown"]

# CommonMark lets a backslash stand before any ASCII punctuation; before the colon of a scheme, and a point
# within a name, it keeps a renderer from making a link of a bare address, too.
_MARKDOWN: Final = re.compile(r"[\\`*_{}\[\]()#+!|<>~&$^=@:\"-]|(?<=\w)\.(?=\w)|(?<=\d)[.)](?=\s|$)", re.IGNORECASE)
_INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)


def escape_html(text: str) -> str:
    """Return a text for the content or a quoted attribute of HTML; line ends stay."""
    return html.escape(text, quote=True)


def escape_markdown(text: str) -> str:
    """Return a text that CommonMark, and GitHub's kind of it, renders as it stands."""
    return _MARKDOWN.sub(r"\\\g<0>", _INDENT.sub("", text))


_FORMS: Final[Mapping[str, Callable[[str], str]]] = MappingProxyType(
    {"plain": str, "html": escape_html, "markdown": escape_markdown}
)


def render(text: str, form: Form) -> str:
    """Return a text in a form. Raises `InputError` for one that there is none of."""
    if form not in _FORMS:
        raise InputError(f"There is no form {form!r} of a text.", hint="There are: plain, html, markdown.")
    return _FORMS[form](text)
