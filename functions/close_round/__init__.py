"""What closes rounds by itself: the schedules' target, the sweeper, and the table's stream."""
