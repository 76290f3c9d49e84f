-- locks: hospital
-- Messages that patients sent, and numbers that get no messages any more [MSG-8].
create table message_answer (
  -- the hash of the provider's id of the message: a repeated call is handled once
  id_hash text primary key,
  channel text not null check (channel in ('sms', 'whatsapp')),
  answer text not null
    check (answer in ('on_my_way', 'running_late', 'cannot_come', 'stop', 'start', 'unknown')),
  -- the visit or booking that was answered for; null if there was none
  about uuid,
  -- the account, or the patient's id without one
  account_id uuid,
  hospital_id uuid references hospital (id) on delete cascade,
  -- what was done, or why not
  outcome text not null,
  made_at timestamptz not null
);
create index message_answer_about on message_answer (about, made_at);
create index message_answer_account on message_answer (account_id);
create index message_answer_hospital on message_answer (hospital_id);
create index message_answer_made on message_answer (made_at);

create table message_stop (
  channel text not null check (channel in ('sms', 'whatsapp')),
  -- SHA-256, so that the table lists no numbers
  address_hash text not null,
  stopped_at timestamptz not null,
  primary key (channel, address_hash)
);
