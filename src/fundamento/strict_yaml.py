"""YAML read strictly, and the nearest known word to an unknown one."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, TypeAlias

import yaml


class NotYaml(Exception):  # noqa: N818 - it is caught and said again by whoever knows the file
    """A text that is no YAML: what is wrong, and in which line, from 1; None: not known."""

    def __init__(self, problem: str, line: int | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line


Path: TypeAlias = tuple[str | int, ...]
Lines: TypeAlias = Mapping[Path, int]


def parse_yaml(text: str) -> object:
    """Return the value of a YAML text.

    Raises `NotYaml`, also for a key that stands twice in a mapping, and for an alias.
    """
    return parse_yaml_lines(text)[0]


def parse_yaml_lines(text: str) -> tuple[object, Lines]:
    """Return the value of a YAML text, and the line, from 1, of each key and item by the path that leads there.

    Raises as `parse_yaml` does.
    """
    try:
        loader = _UniqueKeys(text)
        try:
            node = loader.get_single_node()
            if node is None:
                return None, {}
            return loader.construct_document(node), dict(_lines(node, ()))
        finally:
            loader.dispose()
    except Exception as error:  # noqa: BLE001 - PyYAML lets what Python says of a date or a number out as it is
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or type(error).__name__
        raise NotYaml(problem, None if mark is None else mark.line + 1) from None


def _lines(node: yaml.Node, path: Path) -> Iterator[tuple[Path, int]]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            # A key that is no scalar is no key that anybody asks for.
            step = (*path, key.value if isinstance(key, yaml.ScalarNode) else "?")
            yield step, key.start_mark.line + 1
            yield from _lines(value, step)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield (*path, index), item.start_mark.line + 1
            yield from _lines(item, (*path, index))


def suggest(word: str, known: Iterable[str]) -> str:
    """Say which known word is nearest to a wrong one, or which ones there are."""
    names = list(known)
    near = get_close_matches(word, names, n=1, cutoff=0.5)
    return f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(names)}."


class _UniqueKeys(yaml.SafeLoader):
    """A safe loader that refuses a key written twice (YAML keeps the last one in silence), and aliases.

    Some ten aliases of aliases make a value that takes all memory to look at.
    """

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:  # noqa: ANN401 - PyYAML's signature
        if self.check_event(yaml.AliasEvent):
            problem = "an alias such as *this is not taken: write it out"
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=self.get_event().start_mark)  # type: ignore[no-untyped-call]  # PyYAML's stubs leave it open
        return super().compose_node(parent, index)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:  # noqa: ANN401, FBT001, FBT002 - as above
        try:
            return super().construct_object(node, deep=deep)
        except ValueError:  # of a date or a number that Python refuses
            problem = "there is no such date or number"
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark) from None

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
        seen: set[str] = set()
        for key, _value in node.value:
            name = getattr(key, "value", None)
            if isinstance(name, str):
                if name in seen:
                    raise yaml.MarkedYAMLError(problem=f"the key {name!r} stands twice", problem_mark=key.start_mark)
                seen.add(name)
        return super().construct_mapping(node, deep=deep)
