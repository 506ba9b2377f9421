"""Tell a component's own cancellation from the caller's."""

import sys


def is_failure(error: BaseException) -> bool:
    """Say whether what a part raised, while nobody awaited it, is a failure of the part.

    A cancellation is, too: it reaches a task only where that awaits. An interrupt or an exit is not.
    """
    if isinstance(error, Exception):
        return True
    asyncio = sys.modules.get("asyncio")  # where it was never loaded, nothing was cancelled
    return asyncio is not None and isinstance(error, asyncio.CancelledError)


def is_awaited_failure(error: BaseException, cancelled: int) -> bool:
    """Say the same of a part that was awaited, where `cancelled` is what `count_cancellations` said before."""
    return is_failure(error) and (isinstance(error, Exception) or count_cancellations() == cancelled)


def count_cancellations() -> int:
    """Return how often the current task was asked to end."""
    import asyncio  # noqa: PLC0415 - whoever awaits has it already

    task = asyncio.current_task()
    return task.cancelling() if task is not None else 0
