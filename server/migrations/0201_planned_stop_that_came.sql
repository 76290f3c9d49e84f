-- Whether a stop was planned before its visit came to it: whoever takes the sending back finds the plan as it was. A
-- process of the release before leaves it false.
alter table queue_entry add column was_planned boolean not null default false;
