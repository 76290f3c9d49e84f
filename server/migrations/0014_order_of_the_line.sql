-- The order of a line: who is on hold, what was done last with an entry and by whom, and every
-- change of place that a person or a stated rule made, with the reason its patients read [INV-12].

-- Rises with each coming into a line: whoever has a greater number came later.
create sequence line_number;

alter table queue_entry
  add column line_number bigint not null default nextval('line_number'),
  -- called and not there: how often by now, when last, and since when back
  add column missed_calls int not null default 0,
  add column called_at timestamptz,
  add column back_at timestamptz,
  -- the last change of this very entry: the queue's version right after it, when, by whom and what
  add column changed_version bigint not null default 0,
  add column changed_at timestamptz,
  add column changed_by uuid,
  add column last_action text,
  add check ((called_at is null) = (missed_calls = 0)),
  add check (back_at is null or called_at is not null);

-- Entries from before this migration came into their lines in the order of their approval.
update queue_entry set line_number = come.number
from (select id, row_number() over (order by approved_at nulls last, joined_at, id) as number
  from queue_entry) come
where queue_entry.id = come.id;
select setval('line_number', (select greatest(1, count(*)) from queue_entry));

-- The queue's version after the last change that made somebody who waits stand elsewhere.
alter table doctor_queue add column order_version bigint not null default 0;

-- One row for each patient whose place a move, a hold or a return changed.
create table place_change (
  id bigint generated always as identity primary key,
  entry_id uuid not null references queue_entry (id) on delete cascade,
  at timestamptz not null,
  from_place int not null,
  to_place int not null,
  reason text not null check (reason in ('urgent', 'returned', 'doctor', 'patient', 'desk', 'held')),
  -- whose moving it was: this entry's own or another's
  moved_entry_id uuid not null references queue_entry (id) on delete cascade,
  moved_by uuid not null
);
create index place_change_by_entry on place_change (entry_id, id);
create index place_change_by_moved_entry on place_change (moved_entry_id);
