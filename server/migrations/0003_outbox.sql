-- Mails kept instead of sent, where no mail server is configured; shown at /dev/outbox.
create table outbox_message (
  id bigint generated always as identity primary key,
  -- a mail's job may run twice after a crash, and leaves one message
  job_id bigint not null unique,
  recipient text not null,
  subject text not null,
  plain text not null,
  html text not null,
  created_at timestamptz not null
);
