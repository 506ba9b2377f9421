"""What is allowed in a bundle and yet cannot be meant: warnings, each with its place."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

from fundamento.findings import CheckId, Mode
from fundamento.policy.bundle import Bundle
from fundamento.policy.scopes import CITED, Scope, When, describe, is_narrower
from fundamento.policy.wording import FULL, Place, Setting
from fundamento.text.language import LANGUAGES

_ENTRIES: Final = ("answer", "check")
# What requests usually have, and what an exemption may ask of a fragment.
_NAMES: Final = ("lang", "entry", "model", "tenant", "route", "conversation", *CITED)
# What a judge is asked about has passed these: a claim that did not, and was let through, cannot be verified.
_BEFORE_JUDGE: Final = (
    CheckId.EMPTY_SUPPORT,
    CheckId.UNKNOWN_FRAGMENT,
    CheckId.MISSING_QUOTE,
    CheckId.TRIVIAL_QUOTE,
    CheckId.QUOTE_NOT_FOUND,
)


def advise(bundle: Bundle, day: date) -> list[str]:
    """Return the warnings about a bundle on a day: expired exemptions, scopes that never match, idle percentages."""
    return [
        *_look_at_settings(bundle),
        *_look_at_scopes(bundle),
        *_look_at_exemptions(bundle, day),
    ]


def _look_at_settings(bundle: Bundle) -> Iterator[str]:
    yield from _look_at_own(bundle)
    yield from _look_at_percentages(bundle.settings)
    yield from _look_before_judge(bundle.settings)
    for scope in bundle.scopes:
        yield from _look_at_percentages(scope.settings)
        if not scope.settings.keys().isdisjoint((CheckId.NOT_ENTAILED, *_BEFORE_JUDGE)):
            yield from _look_before_judge({**bundle.settings, **scope.settings}, scope.place)


def _look_at_own(bundle: Bundle) -> Iterator[str]:
    own: dict[CheckId, Place | None] = {}
    for settings in (bundle.settings, *(scope.settings for scope in bundle.scopes)):
        for check in sorted(settings.keys() - set(CheckId)):
            own[check] = own.get(check) or settings[check].place
    for check, place in own.items():
        yield (
            f"{place or bundle.name}: {check} is a check of your own, which is not loaded here. Where "
            "Grounder(checks=[...]) does not have it, each answer has a fault of it, and enforce withholds it."
        )


def _look_before_judge(effective: Mapping[CheckId, Setting], place: Place | None = None) -> Iterator[str]:
    judged = effective[CheckId.NOT_ENTAILED]
    if judged.mode is not Mode.ENFORCE:
        return
    if open_ := [check.value for check in _BEFORE_JUDGE if effective[check].mode is not Mode.ENFORCE]:
        yield (
            f"{place or judged.place}: not-entailed enforces, and a judge is only asked about claims whose quotes "
            f"stand: the others are withheld as unverified. Enforce {', '.join(open_)}, too."
        )


def _look_at_percentages(settings: Mapping[CheckId, Setting]) -> Iterator[str]:
    for check, setting in settings.items():
        if setting.mode is not Mode.ENFORCE and (setting.percent < FULL or setting.key is not None):
            yield f"{setting.place}: the percentage of {check} does nothing, since its mode is {setting.mode}."


def _look_at_scopes(bundle: Bundle) -> Iterator[str]:
    for index, scope in enumerate(bundle.scopes):
        where = f"{scope.place}: the scope {describe(scope.when)}"
        if not scope.settings and scope.on_error is None and scope.on_reject is None:
            yield f"{where} says nothing: give it checks, on_error or on_reject."
        for name in CITED:
            if name in scope.when:
                yield f"{where} never matches: no request has a {name!r}. Only exemptions may ask for one."
        yield from _look_at_condition(where, scope.when)
        for name, known in (("lang", LANGUAGES), ("entry", _ENTRIES)):
            if name in scope.when and scope.when[name].isdisjoint(known):
                yield f"{where} never matches: {name} is one of {', '.join(known)}."
        shadow = _shadow(scope, bundle.scopes[:index])
        if shadow is not None:
            yield f"{where} never counts: all that it says is said before, at {shadow.place}."


def _look_at_condition(where: str, when: When) -> Iterator[str]:
    for name, values in when.items():
        if name not in _NAMES and name.lower() in _NAMES:
            yield f"{where} asks for {name!r}, which you have to give yourself. Did you mean {name.lower()!r}?"
        if any("*" in value for value in values):
            yield f"{where} has a pattern for {name}: values are compared as they stand. List them."


def _shadow(scope: Scope, before: tuple[Scope, ...]) -> Scope | None:
    """Return the last of the earlier scopes that leave nothing to this one; None: something is left."""
    wider = [each for each in before if is_narrower(scope.when, each.when)]
    said = {check for each in wider for check in each.settings}
    silent = (scope.on_error is not None and not any(each.on_error for each in wider)) or (
        scope.on_reject is not None and not any(each.on_reject for each in wider)
    )
    nothing = not scope.settings and scope.on_error is None and scope.on_reject is None
    return wider[-1] if wider and not nothing and not silent and said.issuperset(scope.settings) else None


def _look_at_exemptions(bundle: Bundle, day: date) -> Iterator[str]:
    for exemption in bundle.exemptions:
        where = f"{exemption.place}: the exemption of {exemption.check} for {describe(exemption.when)}"
        yield from _look_at_condition(where, exemption.when)
        if not exemption.holds(day):
            yield f"{where} expired on {exemption.until} and no longer holds. Owner: {exemption.owner}."
