"""The same quotes through other libraries, as their own documentation uses them."""

from collections.abc import Callable

from gtrex import Policy, Verifier
from instructor import CitationMixin

from benchmarks.workload import Workload


def gtrex_verify(work: Workload) -> Callable[[], int]:
    """Verify each quote against its fragment; a fragment's verifier is made once a run, as a request would."""
    texts = {fragment.id: fragment.text for fragment in work.fragments}
    policy = Policy()

    def run() -> int:
        verifiers: dict[str, Verifier] = {}
        grounded = 0
        for claim in work.cited:
            for fragment, quote in claim:
                verifier = verifiers.get(fragment)
                if verifier is None:
                    verifier = verifiers[fragment] = Verifier(texts[fragment], policy)
                grounded += verifier.verify(quote).grounded
        return grounded

    return run


class _Quoted(CitationMixin):
    """A claim in the form that the mixin wants."""

    text: str


def citation_mixin(work: Workload) -> Callable[[], int]:
    """Validate each claim's quotes; the mixin takes one context, here the fragments that the claim cites."""
    texts = {fragment.id: fragment.text for fragment in work.fragments}

    def run() -> int:
        found = 0
        for claim in work.cited:
            payload = {"text": "", "substring_quotes": [quote for _, quote in claim]}
            context = "\n".join(texts[fragment] for fragment, _ in claim)
            found += len(_Quoted.model_validate(payload, context={"context": context}).substring_quotes)
        return found

    return run
