-- Seals are made with a key that the database does not hold, and anchored outside it (decision 038).

-- Which key made it; null: none, before there were keys.
alter table audit_seal add column key_id text;

-- Lifted with the other guards where a backup is read in.
create function refuse_seal_without_key() returns trigger language plpgsql as $$
begin
  raise exception 'a seal needs a key: an older version of Baari cannot seal here any more';
end $$;
create trigger audit_seal_has_key before insert on audit_seal
  for each row when (new.key_id is null) execute function refuse_seal_without_key();

-- A seal as it was at a moment, vouched for by the key: what was given away to be kept elsewhere, and
-- the last seal of a hospital from before there were keys.
create table audit_anchor (
  hospital_id uuid not null,
  number bigint not null,
  hash bytea not null,
  made_at timestamptz not null,
  -- whether seals without a key are believed up to here
  is_first boolean not null,
  key_id text not null,
  vouched bytea not null,
  primary key (hospital_id, number)
);
create trigger audit_anchor_is_append_only before update or delete or truncate on audit_anchor
  for each statement execute function refuse_audit_change();

-- One checking of a hospital's seals, with how far it has come: it goes on from there. Who asked for it
-- is in the trail.
create table audit_check (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null,
  asked_at timestamptz not null,
  -- the hospital's seals when it was asked for
  total bigint not null,
  moved_at timestamptz not null,
  -- what the next batch begins from, as the code keeps it
  progress jsonb not null,
  finished_at timestamptz
);
create index audit_check_by_hospital on audit_check (hospital_id, asked_at desc);
create unique index one_audit_check_at_a_time on audit_check (hospital_id)
  where finished_at is null;
