-- What an event tells of an entry is packed by the server (platform/packed-body.ts); other events stay as JSON, and
-- so do those from before, until they are thrown away after two days.
alter table event alter column body drop not null, add column packed bytea,
  add constraint event_tells_once check ((body is null) = (packed is not null));
-- It is compressed already.
alter table event alter column packed set storage external;
