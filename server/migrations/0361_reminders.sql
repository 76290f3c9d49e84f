-- locks: account_preferences, appointment, hospital
-- Reminders of appointments at the times that a hospital or a patient chose, and their links [REM-1, REM-2].
alter table hospital add column reminders text[] not null default '{day}';
-- null: the reminders of each hospital
alter table account_preferences add column reminders text[];

alter table appointment
  -- the hash of the secret in the link of the reminders
  add column link_hash text,
  -- when a reminder first asked the patient to confirm the present time
  add column reminded_at timestamptz,
  add column confirmed_at timestamptz;
