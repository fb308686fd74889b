"""Lambda's entry point for all that makes rounds close by themselves.

It is woken by a phase's schedule (`{"match", "phase"}`), by the sweeper every five minutes (`{"sweep": true}`), and by
the table's stream when something was entered in a phase that closes as soon as everybody has answered. None of them
decides anything: what is stored does.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from aws_lambda_powertools.logging import Logger
from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.exceptions import BotoCoreError, ClientError

from engine.closing import ClosedBy
from engine.refusals import MainMatchError, NotNow
from functions.shared import clock
from functions.shared.aws import dynamodb, scheduler
from functions.shared.closing import Closer, Outcome
from functions.shared.head import JOINING, plain
from functions.shared.measured import count, metrics, seconds
from functions.shared.problems import Busy, Missing
from functions.shared.schedules import Schedules
from functions.shared.settings import CloseRoundSettings, read
from functions.shared.store import Due, Store

logger = Logger()


@dataclass(frozen=True, slots=True)
class Wired:
    """What the function needs."""

    store: Store
    closer: Closer


@cache
def wired() -> Wired:
    """What the function needs, made from its environment on the first event."""
    settings = read(CloseRoundSettings)
    store = Store(dynamodb(), settings.table_name)
    return Wired(store, Closer(store, Schedules(scheduler(), settings)))


@logger.inject_lambda_context(clear_state=True)
@metrics.log_metrics
def handler(event: dict[str, Any], context: LambdaContext) -> None:  # noqa: ARG001  # Lambda passes it
    """Close what is due. One match's failure keeps no other from closing.

    Raises:
        Busy: something could not be closed this time; Lambda delivers the event again, and at last to the failure sink.
    """
    count("Wakings")
    failed = [due.match_id for due, by in wanted(event) if not closed(due, by)]
    if failed:
        raise Busy("not-closed", f"{len(failed)} could not be closed this time: {', '.join(failed)}")


def wanted(event: dict[str, Any]) -> Iterator[tuple[Due, ClosedBy]]:
    """What an event asks to have closed."""
    if "Records" in event:
        yield from ((due, "everybody") for due in changed(event["Records"]))
    elif event.get("sweep"):
        yield from ((due, "deadline") for due in wired().store.due(clock.now()))
    else:
        yield Due(event["match"], event["phase"]), "deadline"


def changed(records: Iterable[dict[str, Any]]) -> list[Due]:
    """The matches that a batch of the stream's records is about, each once, at its latest phase."""
    # Only these two: in an event binary values come as base64 in a text, which boto3 does not take for binary.
    images = (record["dynamodb"]["NewImage"] for record in records)
    heads = (plain({name: image[name] for name in ("pk", "phase")}) for image in images)
    latest = {head["pk"].removeprefix("MATCH#"): int(head["phase"]) for head in heads}
    return [Due(match_id, phase) for match_id, phase in latest.items()]


def closed(due: Due, by: ClosedBy) -> bool:
    """Close one phase (or start the match) if it is time; False if it failed and should be tried again."""
    closer = wired().closer
    try:
        started = due.phase == JOINING
        outcome = closer.start(due.match_id, by=by) if started else closer.close(due.match_id, due.phase, by=by)
    except (NotNow, Missing) as nothing_to_do:
        logger.info("Nothing to close", match=due.match_id, phase=due.phase, code=nothing_to_do.code)
        return True
    except (MainMatchError, ClientError, BotoCoreError) as failure:
        error = type(failure).__name__
        logger.error("Not closed", match=due.match_id, phase=due.phase, error=error)  # noqa: TRY400  # a traceback can quote what a player has hidden
        return False
    tell(due, outcome)
    return True


def tell(due: Due, outcome: Outcome) -> None:
    """Log and count what an attempt came to."""
    if outcome.done == "stuck":
        trouble = outcome.head.match.trouble
        logger.error("Stuck", match=due.match_id, phase=due.phase, error=trouble.error if trouble else "")
        count("MatchesStuck")
    elif outcome.done == "closed":
        logger.info("Closed", match=due.match_id, phase=due.phase, late_seconds=outcome.late_seconds)
        count("PhasesClosed")
        seconds("DeadlineToReveal", max(outcome.late_seconds, 0.0))
