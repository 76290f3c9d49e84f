-- locks: hospital, queue_entry
-- What became of a message on its way, without its receiver's address [MSG-5, MSG-6].
create table message_delivery (
  id uuid primary key,
  channel text not null check (channel in ('email', 'push', 'sms')),
  -- the kind of notice, or of text message
  kind text not null,
  -- the visit or booking; null for a message about an account
  about uuid,
  -- the account, or the patient's id without one; null if `about` is null
  account_id uuid,
  hospital_id uuid references hospital (id) on delete cascade,
  -- the calling code of a text message
  country text,
  provider text,
  state text not null default 'queued'
    check (state in ('queued', 'accepted', 'failed', 'delivered')),
  reason text,
  made_at timestamptz not null,
  changed_at timestamptz not null,
  check ((reason is not null) = (state = 'failed'))
);
create index message_delivery_about on message_delivery (about, kind);
create index message_delivery_account on message_delivery (account_id);
create index message_delivery_hospital on message_delivery (hospital_id);
create index message_delivery_made on message_delivery (made_at);

-- When every message of the latest call, or of the time to leave, had failed.
alter table queue_entry add column not_reached_at timestamptz;
