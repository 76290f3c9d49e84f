-- locks: event, hospital
-- Events for a hospital's own systems [API-29]. A relay copies them from the event log, and from the changes that the
-- log lacks, into a table of their own.

-- The action that an event of an entry came from; null if the event came from none.
alter table event add column action text;

-- Changes of appointments, doctors, lines, days and alerts, of hospitals with an API key. They have the order of the
-- event log, and the relay deletes them once it has copied them.
create table outgoing_change (
  transaction_id xid8 not null default pg_current_xact_id(),
  id bigint not null default nextval('event_id_seq'),
  hospital_id uuid not null references hospital (id) on delete cascade,
  line_id uuid,
  type text not null,
  subject_id uuid not null,
  status text not null,
  at timestamptz not null,
  primary key (transaction_id, id)
);
create index outgoing_change_by_hospital on outgoing_change (hospital_id);

create table public_event (
  -- the order in which readers get the events
  position bigint primary key,
  -- the number in the event log: the same event never gets two rows
  id bigint not null unique,
  hospital_id uuid not null references hospital (id) on delete cascade,
  line_id uuid,
  type text not null,
  subject_id uuid not null,
  token text,
  status text not null,
  at timestamptz not null,
  recorded_at timestamptz not null
);
create index public_event_by_hospital on public_event (hospital_id, position);
-- the last known state of a line
create index public_event_of_line on public_event (subject_id, position)
  where type in ('line.opened', 'line.closed', 'day.ended');

-- How far the relay has read the event log, the last position that it wrote, and the last one that was deleted.
create table event_relay (
  is_only boolean primary key default true check (is_only),
  transaction_id xid8 not null,
  id bigint not null,
  position bigint not null,
  pruned_to bigint not null
);
insert into event_relay (transaction_id, id, position, pruned_to) values ('0', 0, 0, 0);
