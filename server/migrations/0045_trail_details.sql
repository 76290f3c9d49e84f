-- What a row of the trail keeps besides: whose standing changed from what to what, how somebody came
-- in. Rows from before have none, and their seals stay as they are. A process of before knows nothing of
-- details; it cannot seal here any more (0050).
alter table audit add column details jsonb check (jsonb_typeof(details) = 'object');

-- One kind of action, newest first, however many of the others lie between.
create index audit_by_action on audit (hospital_id, action, id);

-- What was on record when a request with an Idempotency-Key was carried out: a replay names the same.
alter table idempotency_key add column audited json;
