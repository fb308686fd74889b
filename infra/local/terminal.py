"""What the local host says in its terminal: where to go, and every close with its scoreboard."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TextIO

_LINE = 78
_HEADINGS = ("phase", "key", "title", "version", "closed_at")


class Terminal:
    """Writes to one stream, each message whole and at once."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def say(self, *lines: str) -> None:
        """Writes these lines."""
        self._stream.write("".join(f"{line}\n" for line in lines))
        self._stream.flush()

    def welcome(self, url: str, data: str, host_key: str) -> None:
        """Says where the server is and what it takes to create a match."""
        self.say(
            f"Main Match is at {url} for programs on this machine only. Stop it with Ctrl-C.",
            f"Everything is kept in {data}; start again and it goes on.",
            f"The API is described at {url}/docs",
            f"Host key (creates matches): {host_key}",
            "",
        )

    def example(
        self, url: str, created: Mapping[str, Any], view: Mapping[str, Any], entry: Mapping[str, Any] | None
    ) -> None:
        """Says how to watch the example match, how to play in it and how to host it.

        Args:
            url: where the API is.
            created: the match as its creation answered.
            view: what the seat that is free sees now.
            entry: something that it could enter now; None if it is asked for nothing.
        """
        match = created["match"]
        seat = next(seat for seat in created["seats"] if seat["seat"] == view["seat"])
        key = f"-H 'Authorization: Bearer {seat['key']}'"
        self.say(
            f"An example of {view['title']}, {match}: bots play, and {seat['seat']} is yours. A phase takes a minute.",
            f"  Host:  {created['host_link']}",
            f"  {seat['seat']}:   {seat['link']}",
            "",
            "  Watch it:",
            f"    curl -s {url}/matches/{match}",
            "  See what its host sees:",
            f"    curl -s {url}/matches/{match}/host -H 'Authorization: Bearer {created['host_key']}'",
            "  See your seat: the phase and its deadline, what you hold, what you can enter:",
            f"    curl -s {url}/matches/{match}/seat {key}",
        )
        if entry is not None:
            phase = view["phase"]
            self.say(
                f"  Enter something for {phase['title']}, until {_time(phase['deadline'], phase['opened_at'])}:",
                f"    curl -s -X PUT {url}/matches/{match}/seat/entry {key} \\",
                f"      -H 'Content-Type: application/json' -d '{json.dumps(entry)}'",
            )
        self.say("")

    def closed(self, view: Mapping[str, Any], reveal: Mapping[str, Any]) -> None:
        """Tells one close: its reveal as a small table, and what comes next."""
        title = f"{view['match']} · {reveal['title']} closed at {_time(reveal['closed_at'], reveal['closed_at'])} "
        self.say(f"── {title}".ljust(_LINE, "─"), *_table(view, reveal), *_rest(view, reveal), _next(view, reveal), "")


def _table(view: Mapping[str, Any], reveal: Mapping[str, Any]) -> Iterator[str]:
    """Everything in the reveal that is told of each seat or team, a row for each, the highest score first."""
    columns = {name: value for name, value in reveal.items() if _is_column(view, value)}
    if not columns:
        return
    names = {seat["seat"]: seat["name"] for seat in view["seats"]}
    scores = columns.get("scores", {})
    ids = sorted(
        {one for column in columns.values() for one in column}, key=lambda one: (-scores.get(one, 0), _number(one))
    )
    rows = [["", "", *columns]]
    rows += [[one, names.get(one, ""), *(_cell(column.get(one)) for column in columns.values())] for one in ids]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _rest(view: Mapping[str, Any], reveal: Mapping[str, Any]) -> Iterator[str]:
    """Everything else in the reveal that says something."""
    for name, value in reveal.items():
        if name not in _HEADINGS and value not in (None, {}, []) and not _is_column(view, value):
            yield f"  {name}: {_cell(value)}"


def _next(view: Mapping[str, Any], reveal: Mapping[str, Any]) -> str:
    if view["status"] == "over":
        return f"  The match is over. {_cell(view['result'])}"
    if view["phase"] is None:
        return f"  The match is {view['status']}."
    return f"  Next: {view['phase']['title']}, until {_time(view['phase']['deadline'], reveal['closed_at'])}."


def _is_column(view: Mapping[str, Any], value: Any) -> bool:
    ids = {seat["seat"] for seat in view["seats"]} | {"A", "B"}
    return isinstance(value, Mapping) and bool(value) and set(value) <= ids


def _cell(value: Any) -> str:
    if isinstance(value, Mapping) and all(isinstance(part, str) for part in value.values()):
        return " ".join(value.values())
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_cell(part)}" for name, part in value.items() if part not in (None, {}, []))
    if isinstance(value, Sequence) and not isinstance(value, str) and any(isinstance(part, list) for part in value):
        return ", ".join(" v ".join(map(_cell, part)) for part in value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " ".join(_cell(part) for part in value)
    return "" if value is None else str(value)


def _number(seat: str) -> tuple[int, str]:
    return (int(seat[1:]) if seat[1:].isdigit() else 0, seat)


def _time(moment: str, beside: str) -> str:
    """The time of day, and the date if it is another day than that of the moment it stands beside."""
    told, other = datetime.fromisoformat(moment), datetime.fromisoformat(beside)
    return f"{told:%H:%M:%S} UTC" if told.date() == other.date() else f"{told:%Y-%m-%d %H:%M:%S} UTC"
