"""Hosts matches on this machine: `python -m infra.local`."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import queue
import random
import re
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from infra.local.bots import Bot, Bots
from infra.local.clock import SystemClock
from infra.local.cloud import Cloud
from infra.local.example import EXAMPLES, begin, example
from infra.local.keeping import DataFile, DataFileError
from infra.local.server import LOOPBACK, PortBusyError, Server
from infra.local.streams import Record
from infra.local.terminal import Terminal
from infra.local.web import Web

HIGHEST_PORT = 65535
PROJECT = Path(__file__).parent.parent.parent


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs until it is interrupted. The exit status: 0, or 1 when it could not start, after saying why."""
    options = _options(arguments)
    terminal = Terminal(sys.stdout)
    logging.basicConfig(format="%(message)s", stream=sys.stderr)
    before = {number: signal.signal(number, signal.default_int_handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with _functions_own_logs(to_stderr=options.verbose):
            _host(terminal, options)
    except KeyboardInterrupt:
        terminal.say("", "Stopped. Everything is kept; start again and it goes on.")
    except (DataFileError, PortBusyError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m infra.local", description="Hosts matches on this machine.")
    parser.add_argument(
        "--port", type=_port, default=8000, metavar="PORT", help="where to listen, on loopback only (default: 8000)"
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="FILE",
        default=PROJECT / "match-data.sqlite",
        help="where everything is kept (default: match-data.sqlite in the project's folder)",
    )
    parser.add_argument(
        "--host-key", type=_key, metavar="KEY", help="the key that creates matches (default: the last one used)"
    )
    parser.add_argument("--game", choices=EXAMPLES, default=next(iter(EXAMPLES)), help="the game of the example match")
    parser.add_argument("--no-example", action="store_true", help="come up without the example match and its bots")
    parser.add_argument("--verbose", action="store_true", help="show the functions' own logs on standard error")
    return parser.parse_args(arguments)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {HIGHEST_PORT}")
    return int(text)


def _key(text: str) -> str:
    """A key that can be sent in a header."""
    if not re.fullmatch(r"[!-~]([ -~]*[!-~])?", text):
        raise argparse.ArgumentTypeError("a key is made of ASCII letters, digits and signs, with no blank at its ends")
    return text


def _host(terminal: Terminal, options: argparse.Namespace) -> None:
    """Serves, and tells of closes, until it is interrupted."""
    closes: queue.SimpleQueue[tuple[str, int]] = queue.SimpleQueue()
    with contextlib.ExitStack() as running:
        data = running.enter_context(DataFile(options.data))
        cloud = running.enter_context(Cloud(host_key=options.host_key, clock=SystemClock(), data=data))
        cloud.watch(lambda record: _note_close(record, closes))
        server = running.enter_context(Server(cloud, options.port))
        web = Web(LOOPBACK, server.port)
        terminal.welcome(web.url, str(options.data), cloud.host_key)
        if not options.no_example:
            bots = _example(terminal, web, example(web, data, cloud.host_key, options.game))
            running.callback(bots.stop)
            bots.start()
        while True:
            match, phase = closes.get()
            view = web.call("GET", f"/matches/{match}")
            terminal.closed(view, web.call("GET", f"/matches/{match}/reveals/{phase}"))


def _example(terminal: Terminal, web: Web, created: Mapping[str, Any]) -> Bots:
    """The example match brought up, and its bots ready to play."""
    chance = random.SystemRandom()
    *bots, free = (Bot(web, created["match"], seat["key"], chance) for seat in created["seats"])
    begin(web, created, bots)
    view = free.seat()
    terminal.example(web.url, created, view, free.idea(view))
    return Bots(bots, terminal.say)


def _note_close(record: Record, closes: queue.SimpleQueue[tuple[str, int]]) -> None:
    """A closed phase is known by its record's coming into the table."""
    sort_key = record["dynamodb"]["Keys"]["sk"]["S"]
    if record["eventName"] == "INSERT" and sort_key.startswith("PHASE#"):
        closes.put((record["dynamodb"]["Keys"]["pk"]["S"].removeprefix("MATCH#"), int(sort_key.split("#")[1])))


@contextlib.contextmanager
def _functions_own_logs(*, to_stderr: bool) -> Iterator[None]:
    """Keeps the functions' logs, which Lambda would take from standard output, out of the terminal."""
    with contextlib.ExitStack() as place:
        stream: TextIO = sys.stderr if to_stderr else place.enter_context(Path(os.devnull).open("w", encoding="utf-8"))
        place.enter_context(contextlib.redirect_stdout(stream))
        yield


if __name__ == "__main__":
    sys.exit(main())
