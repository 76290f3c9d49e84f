-- Anybody can found a hospital; the installation's operator confirms which are what they say.

alter table hospital
  -- The operator vouches for it since; null: not yet, or not any more.
  add column confirmed_at timestamptz,
  -- Name, phone, mail and place as the operator last saw them, whatever came of it.
  add column looked_as jsonb,
  -- It resembles a confirmed one: shown to nobody until the operator has looked.
  add column held_at timestamptz,
  add column closed_at timestamptz,
  -- For its staff.
  add column close_reason text,
  -- What follows for patients, kept beside so that every statement can ask for it: `hidden` is held,
  -- closed, or not confirmed where the installation lists confirmed ones only.
  add column standing text not null default 'unconfirmed'
    check (standing in ('confirmed', 'unconfirmed', 'hidden')),
  add check ((closed_at is null) = (close_reason is null)),
  add check (confirmed_at is null or looked_as is not null),
  add check (held_at is null or confirmed_at is null);

-- What nobody founded was written by the operator's own seed.
update hospital set confirmed_at = created_at, standing = 'confirmed',
  looked_as = jsonb_build_object('name', name, 'phone', phone, 'email', email, 'address', address,
    'city', city, 'zipCode', zip_code, 'latitude', latitude, 'longitude', longitude)
where created_by is null;

-- Confirmed ones stand first in the list.
create index hospital_listed on hospital (standing, lower(name), id) where standing <> 'hidden';

-- What the operator did by command, for whoever has to answer for it.
create table operator_act (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- the account on the machine that gave the command
  operator text not null,
  act text not null check (act in ('confirm', 'allow', 'close', 'reopen')),
  hospital_id uuid not null,
  -- for the hospital's staff; empty where none was given
  reason text not null default '',
  -- name, phone, mail and place at that moment
  seen jsonb not null
);
create index operator_act_by_hospital on operator_act (hospital_id, id);
create trigger operator_act_is_append_only before update or delete or truncate on operator_act
  for each statement execute function refuse_audit_change();
