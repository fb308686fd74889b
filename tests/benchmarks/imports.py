"""What a cold start pays for imports. Run with `python -m tests.benchmarks.imports`.

Each is imported in fresh processes, by turns, and the quickest is told, in the processor's seconds, so that it does not
matter what else a machine is doing. Seconds differ from machine to machine; the ratios are what the budgets are about:
`functions.players.handler` at most 1.15 times what it uses of boto3, pydantic and Powertools alone, and the whole
engine, a game and all, under a tenth of that.
"""

import argparse
import subprocess
import sys

LIBRARIES = """
import boto3, pydantic
import boto3.dynamodb.types
import botocore.config
import aws_lambda_powertools.event_handler
import aws_lambda_powertools.event_handler.openapi.params
import aws_lambda_powertools.event_handler.router
import aws_lambda_powertools.event_handler.middlewares.openapi_validation
import aws_lambda_powertools.logging
import aws_lambda_powertools.metrics
import aws_lambda_powertools.utilities.typing
"""
IMPORTS = {
    "libraries": LIBRARIES,
    "players": "import functions.players.handler",
    "host": "import functions.host.handler",
    "close_round": "import functions.close_round.handler",
    "engine": "import engine.match, engine.inputs, engine.closing, engine.views, engine.polar_rps",
}
TIMED = "import time; began = time.process_time()\n{}\nprint(time.process_time() - began)"


def seconds(code: str) -> float:
    """The processor's seconds that this code takes in a new process, the interpreter's own start left out."""
    done = subprocess.run([sys.executable, "-c", TIMED.format(code)], capture_output=True, text=True, check=True)
    return float(done.stdout)


def measured(goes: int) -> dict[str, float]:
    """The quickest of so many goes at each import."""
    taken = [{name: seconds(code) for name, code in IMPORTS.items()} for _ in range(goes)]
    return {name: min(one[name] for one in taken) for name in IMPORTS}


def report(goes: int) -> str:
    """All imports in milliseconds and as a ratio to the libraries."""
    taken = measured(goes)
    return "\n".join(
        f"{name:12} {1000 * time:7.0f} ms   {time / taken['libraries']:.2f} of the libraries"
        for name, time in taken.items()
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--goes", type=int, default=7)
    print(report(parser.parse_args().goes))  # noqa: T201  # what it is for
