-- How one who waits stood in the line before, until somebody is called or moved anew: whoever takes a move back within
-- seconds finds the place, the hold and the plan as they were. A process of the release before leaves it as it is.
alter table queue_entry add column before_move jsonb;
