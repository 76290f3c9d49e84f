-- What people write to the installation's own mailbox, kept beside the mail so that none is lost.
create table contact_message (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  hospital text,
  message text not null,
  created_at timestamptz not null
);
create index contact_message_by_email on contact_message (email, created_at);
create index contact_message_by_time on contact_message (created_at);
