-- locks: api_key
-- The public keys of a hospital's system, with which it signs for access tokens [API-36].
alter table api_key add column public_keys jsonb;
alter table api_key add column public_keys_url text;
-- access tokens that were issued before are refused
alter table api_key add column client_changed_at timestamptz;
alter table api_key add constraint one_source_of_public_keys
  check (public_keys is null or public_keys_url is null) not valid;

-- Signed requests for a token that were used; each counts once, until it expires.
create table used_assertion (
  key_id uuid not null references api_key (id) on delete cascade,
  -- the hash of the assertion's id
  jti_hash text not null,
  expires_at timestamptz not null,
  primary key (key_id, jti_hash)
);
create index used_assertion_by_end on used_assertion (expires_at);
