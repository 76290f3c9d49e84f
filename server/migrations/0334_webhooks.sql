-- locks: hospital, public_event
-- Webhooks: a hospital's own systems get the events of public_event by HTTP [API-30].
create table webhook_endpoint (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id) on delete cascade,
  url text not null,
  -- the types of events that it gets; null: all
  types text[],
  -- an administrator pauses it; the server disables it after failures
  state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
  -- encrypted with the installation's SECRET
  sealed_secret text not null,
  -- checks the asymmetric signatures
  public_key text not null,
  -- the secret before the last rotation also signs until this time
  former_sealed_secret text,
  former_until timestamptz,
  made_at timestamptz not null,
  made_by uuid not null,
  -- exact to ten seconds
  last_success_at timestamptz,
  failing_since timestamptz,
  -- the administrators got a mail that it fails
  warned_at timestamptz,
  check ((former_sealed_secret is null) = (former_until is null))
);
create index webhook_endpoint_by_hospital on webhook_endpoint (hospital_id, made_at);

-- One event for one endpoint. It goes with its event after 30 days.
create table webhook_delivery (
  event_id bigint not null references public_event (id) on delete cascade,
  endpoint_id uuid not null references webhook_endpoint (id) on delete cascade,
  position bigint not null,
  subject_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- it failed while others succeeded: later events of its subject no longer wait for it
  is_parked boolean not null default false,
  tries int not null default 0,
  first_tried_at timestamptz,
  next_at timestamptz not null,
  -- the process that sends it now
  claimed_by uuid,
  -- by the database's clock: a killed process stops renewing it
  leased_until timestamptz,
  primary key (event_id, endpoint_id),
  check ((claimed_by is null) = (leased_until is null))
);
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_at) where state = 'waiting';
create index webhook_delivery_of_subject on webhook_delivery (endpoint_id, subject_id, position)
  where state = 'waiting';
create index webhook_delivery_claimed on webhook_delivery (endpoint_id) where claimed_by is not null;

-- The result of each attempt, never the answer's body.
create table webhook_attempt (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null references webhook_endpoint (id) on delete cascade,
  -- null for a test
  event_id bigint references public_event (id) on delete cascade,
  at timestamptz not null,
  outcome text not null
    check (outcome in ('delivered', 'status', 'slow', 'unreachable', 'address', 'secret')),
  status int,
  latency_ms int not null
);
create index webhook_attempt_by_endpoint on webhook_attempt (endpoint_id, id);
create index webhook_attempt_of_event on webhook_attempt (event_id);
