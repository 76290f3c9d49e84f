-- Since when a line takes nobody: who was done since then, and was to go on to it, comes into it once it takes people
-- again; who was let go before does not. null while it takes people, and where a release before shut it.
alter table shared_line add column shut_since timestamptz;
alter table doctor add column shut_since timestamptz;
update doctor set shut_since = break_began_at where status = 'Offline';
