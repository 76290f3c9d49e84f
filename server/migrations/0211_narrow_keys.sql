-- What is written with each change of a queue, in fewer bytes. Of a key and of its request the beginning of their hash
-- is kept: 15 bytes fill what stands beside a user's id in the index. Keys are thrown away by going through the table,
-- events in the log's own order; what an answer put on record stands in the trail.
drop index idempotency_key_by_time;
alter table idempotency_key
  alter column key type bytea using substring(sha256(convert_to(key, 'UTF8')) for 15),
  alter column request_hash type bytea using substring(decode(request_hash, 'hex') for 15);
drop index event_by_time;
