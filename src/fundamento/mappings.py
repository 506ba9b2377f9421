"""Mappings that people write in YAML, read strictly, and the nearest right word for a wrong one."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import yaml


class NotYaml(Exception):  # noqa: N818 - it is caught and said again by whoever knows the file
    """A text that is no YAML: what is wrong, and in which line, from 1; None: not known."""

    def __init__(self, problem: str, line: int | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line


def parse_yaml(text: str) -> object:
    """Return the value of a YAML text. Raises `NotYaml`, also for a key that stands twice in a mapping."""
    try:
        return yaml.load(text, Loader=_UniqueKeys)  # noqa: S506 - a SafeLoader that also refuses repeated keys
    except (yaml.YAMLError, RecursionError, ValueError) as error:  # ValueError: the 30th of February
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None)
        if problem is None:
            problem = "a date that does not exist" if isinstance(error, ValueError) else type(error).__name__
        raise NotYaml(problem, None if mark is None else mark.line + 1) from None


def suggest(word: str, known: Iterable[str]) -> str:
    """Say which known word is nearest to a wrong one, or which ones there are."""
    names = list(known)
    near = get_close_matches(word, names, n=1, cutoff=0.5)
    return f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(names)}."


class _UniqueKeys(yaml.SafeLoader):
    """A safe loader that refuses a key written twice: YAML keeps the last one in silence."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
        seen: set[str] = set()
        for key, _value in node.value:
            name = getattr(key, "value", None)
            if isinstance(name, str):
                if name in seen:
                    raise yaml.MarkedYAMLError(problem=f"the key {name!r} stands twice", problem_mark=key.start_mark)
                seen.add(name)
        return super().construct_mapping(node, deep=deep)
