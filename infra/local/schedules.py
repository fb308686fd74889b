"""EventBridge Scheduler on one machine: moto keeps the schedules, this fires them when they are due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from moto.scheduler.models import EventBridgeSchedulerBackend, scheduler_backends

from infra.local.clock import Clock
from infra.local.deliveries import Deliveries
from infra.local.schedule_rules import due_at, interval
from infra.local.stack import Stack
from infra.local.template import ACCOUNT, REGION

Key = tuple[str, str]
"""A schedule's group and name."""


class Schedules:
    """All schedules of the stack: those that the template declares and those that the functions create."""

    def __init__(self, stack: Stack, clock: Clock, deliveries: Deliveries) -> None:
        """Makes the template's groups and schedules; a rate is first due one interval from now."""
        self._clock = clock
        self._deliveries = deliveries
        self._last_tick: dict[Key, datetime] = {}
        self._fired: set[Key] = set()
        for group in stack.schedule_groups:
            self._backend.create_schedule_group(group, [])
        for schedule in stack.schedules:
            self.restore({**schedule.properties, "GroupName": schedule.group})

    @property
    def _backend(self) -> EventBridgeSchedulerBackend:
        backend: EventBridgeSchedulerBackend = scheduler_backends[ACCOUNT][REGION]
        return backend

    def all(self) -> dict[Key, dict[str, Any]]:
        """Every schedule there is, as GetSchedule shows it, by group and name."""
        return {
            (group.name, schedule.name): schedule.to_dict()
            for group in self._backend.schedule_groups.values()
            for schedule in group.schedules.values()
        }

    def pending(self) -> list[str]:
        """Names of the one-time schedules that have not fired, soonest first."""
        return [key[1] for _, key, _ in self._waiting()]

    def restore(self, properties: Mapping[str, Any]) -> None:
        """Puts back a schedule as `all` showed it, without any check."""
        self._backend.create_schedule(
            description=properties.get("Description", ""),
            end_date=properties.get("EndDate", ""),
            flexible_time_window=properties["FlexibleTimeWindow"],
            group_name=properties["GroupName"],
            kms_key_arn=properties.get("KmsKeyArn", ""),
            name=properties["Name"],
            schedule_expression=properties["ScheduleExpression"],
            schedule_expression_timezone=properties.get("ScheduleExpressionTimezone", "UTC"),
            start_date=properties.get("StartDate", ""),
            state=properties.get("State", "ENABLED"),
            target=dict(properties["Target"]),
            action_after_completion=properties.get("ActionAfterCompletion", "NONE"),
        )
        self._last_tick[properties["GroupName"], properties["Name"]] = self._clock.now()

    def fire(self, name: str) -> None:
        """Delivers this schedule's event now, due or not, and leaves the schedule as it is: early, twice, as you like.

        Raises:
            KeyError: when there is no schedule of this name.
        """
        for key, schedule in self.all().items():
            if key[1] == name:
                self._deliveries.scheduled(schedule["Target"])
                return
        raise KeyError(name)

    def lose(self, name: str) -> None:
        """Deletes this schedule unfired: the fault that the sweeper is there for.

        Raises:
            KeyError: when there is no schedule of this name.
        """
        for group, found in self.all():
            if found == name:
                self._backend.delete_schedule(group, name)
                return
        raise KeyError(name)

    def run_due(self) -> bool:
        """Fires once everything that is due, one-time schedules in their order and then rates. Whether anything was."""
        now = self._clock.now()
        due = [(key, schedule) for moment, key, schedule in self._waiting() if moment <= now]
        for key, schedule in due:
            # The real service is at least once too: what the delivery ends in is not the schedule's affair.
            self._deliveries.scheduled(schedule["Target"])
            if schedule["ActionAfterCompletion"] == "DELETE":
                self._backend.delete_schedule(*key)
            else:
                self._fired.add(key)
        ticked = [(key, schedule) for moment, key, schedule in self._rates() if moment <= now]
        for key, schedule in ticked:
            self._last_tick[key] = now
            self._deliveries.scheduled(schedule["Target"])
        return bool(due or ticked)

    def next_due(self) -> datetime | None:
        """When the next schedule is due, UTC; None if there is none."""
        return min((moment for moment, _, _ in (*self._waiting(), *self._rates())), default=None)

    def _waiting(self) -> list[tuple[datetime, Key, dict[str, Any]]]:
        """One-time schedules that have not fired, soonest first."""
        found = [(due_at(schedule), key, schedule) for key, schedule in self._enabled() if key not in self._fired]
        return sorted(((due, key, one) for due, key, one in found if due is not None), key=lambda one: one[:2])

    def _rates(self) -> Iterator[tuple[datetime, Key, dict[str, Any]]]:
        """Rate schedules, with the moment at which each is due next. Ticks that were missed are not made up for."""
        for key, schedule in self._enabled():
            every = interval(schedule)
            if every is not None:
                yield self._last_tick.setdefault(key, self._clock.now()) + every, key, schedule

    def _enabled(self) -> Iterator[tuple[Key, dict[str, Any]]]:
        return ((key, schedule) for key, schedule in self.all().items() if schedule["State"] == "ENABLED")
