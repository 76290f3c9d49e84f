-- By what a session was made, when its owner last proved to be there and last used it; what happened to
-- an account, for its owner; and the devices it is known to sign in from.

alter table identity.session
  -- password, passkey, phone, google, hospital or second_factor; null for those of before.
  add column made_by text,
  -- A removed passkey ends the sessions it made, whoever removes it.
  add column made_with_passkey uuid references identity.passkey (id) on delete cascade,
  -- totp, recovery_code or passkey; null: one step only.
  add column second_factor text,
  -- When its owner was last asked who they are, and by what they showed it: sign_in at first.
  add column proved_at timestamptz not null default now(),
  add column proved_by text not null default 'sign_in',
  add column proved_with_passkey uuid,
  -- Outlives the renewal of a session by the identity library, which created_at does not.
  add column signed_in_at timestamptz not null default now(),
  -- To the minute: not a write each request.
  add column last_used_at timestamptz not null default now();

create index session_by_passkey on identity.session (made_with_passkey)
  where made_with_passkey is not null;

update identity.session s set
  proved_at = s.created_at,
  signed_in_at = s.created_at,
  expires_at = least(s.expires_at, s.created_at + interval '30 days'),
  second_factor = case when u.two_factor_enabled then 'totp' end
from identity."user" u where u.id = s.user_id;

-- Thirty days after signing in a session ends whatever prolongs it.
create function identity.end_session_in_time() returns trigger language plpgsql as $$
begin
  new.expires_at := least(new.expires_at, new.signed_in_at + interval '30 days');
  return new;
end;
$$;
create trigger session_ends_in_time before insert or update of expires_at, signed_in_at
  on identity.session for each row execute function identity.end_session_in_time();

-- What an account's owner is shown as recent security events.
create table identity.security_event (
  id bigint generated always as identity primary key,
  user_id uuid not null references identity."user" (id) on delete cascade,
  at timestamptz not null,
  kind text not null,
  -- Of a passkey its name; of signing in, by what.
  subject text,
  browser text,
  system text,
  -- A network, never a whole address.
  network text
);
create index security_event_by_user on identity.security_event (user_id, id desc);
create index security_event_by_time on identity.security_event (at);

-- A hash of a device's cookie, or of browser, system and network together.
create table identity.known_device (
  user_id uuid not null references identity."user" (id) on delete cascade,
  mark text not null,
  seen_at timestamptz not null,
  primary key (user_id, mark)
);
create index known_device_by_time on identity.known_device (seen_at);

-- Ten minutes after a reset, whoever set the password may remove every other way in.
create table identity.reset_cleanup (
  token_hash text primary key,
  user_id uuid not null references identity."user" (id) on delete cascade,
  expires_at timestamptz not null
);
create index reset_cleanup_by_user on identity.reset_cleanup (user_id);

-- Sessions of a hospital's staff end after so many minutes without use.
alter table hospital
  add column idle_minutes int not null default 720 check (idle_minutes between 15 and 720);
