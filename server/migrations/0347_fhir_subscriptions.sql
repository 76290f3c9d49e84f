-- locks: api_key, hospital
-- Subscriptions of hospitals' systems, which get notifications of events through FHIR [API-42].
create table fhir_subscription (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id) on delete cascade,
  key_id uuid not null references api_key (id) on delete cascade,
  topic text not null check (topic in ('queue-entry', 'appointment')),
  -- the lines that it is about; null: all
  line_ids uuid[],
  -- whether the key sees requests for a place, which are appointments too
  has_requests boolean not null,
  reason text not null,
  url text not null,
  content text not null check (content in ('id-only', 'empty')),
  heartbeat_seconds int check (heartbeat_seconds > 0),
  -- how many events one notification has at most
  most_events int not null check (most_events > 0),
  ends_at timestamptz,
  -- HTTP headers of each notification, encrypted with the installation's SECRET
  sealed_headers text,
  -- off: the server gave up
  status text not null default 'requested'
    check (status in ('requested', 'active', 'error', 'off')),
  -- why the last attempt failed
  problem text,
  made_at timestamptz not null,
  -- when the receiver answered the handshake
  activated_at timestamptz,
  -- the position up to which each event of the topic was sent, and the number of the last one
  sent_to bigint not null,
  events_sent bigint not null default 0,
  last_sent_at timestamptz,
  tries int not null default 0,
  failing_since timestamptz,
  -- the administrators got a mail that it fails
  warned_at timestamptz,
  next_at timestamptz not null,
  -- the process that sends now, by the database's clock
  claimed_by uuid,
  leased_until timestamptz,
  check ((claimed_by is null) = (leased_until is null))
);
create index fhir_subscription_by_key on fhir_subscription (key_id, made_at);
create index fhir_subscription_by_hospital on fhir_subscription (hospital_id);
