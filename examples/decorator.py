"""A function that answers already, guarded: it stays as it is, and what it returns is checked."""

from fundamento import Fragment, Grounder

grounder = Grounder(policy="strict", sinks=())
PASSAGES = [
    Fragment("plans-3", "The Pro plan allows up to 10 active projects."),
    Fragment("files-1", "Files are kept for 30 days after they are deleted."),
]


@grounder.guard
def answer(question: str, fragments: list[Fragment]) -> str:
    """Show an assistant's own function; prose with markers, JSON or a provider's object would do."""
    return complete("\n".join(fragment.text for fragment in fragments) + f"\n\n{question}")


def complete(prompt: str) -> str:
    """Stand in for a model that was asked for prose."""
    if prompt.endswith("kept?"):
        return "Deleted files are kept for 30 days [2]."
    return "The Pro plan allows unlimited projects [plans-3]."


class Assistant:
    """An assistant that searches by itself: a function of the call says what it found."""

    def search(self, question: str) -> list[Fragment]:
        """Stand in for your own search."""
        return [passage for passage in PASSAGES if set(passage.text.split()) & set(question.split())]

    @grounder.guard(format="prose", fragments=lambda self, question: self.search(question))
    async def reply(self, question: str) -> str:
        """Answer in prose."""
        found = self.search(question)
        return f"{found[0].text.removesuffix('.')} [{found[0].id}]."


async def main() -> None:
    for question in ("How long are deleted files kept?", "How many projects?"):
        result = answer(question, PASSAGES)
        print(f"{result.outcome} / {result.action}: {result.text()}")
        for finding in result.findings:
            print(f"  {finding.check}: {finding.reason}")
    result = await Assistant().reply("What does the Pro plan allow?")
    print(f"{result.outcome}: {result.text()}")


if __name__ == "__main__":
    import asyncio

    asyncio.run(main())
