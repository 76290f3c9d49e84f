-- The earliest end that the patient was told before this range, if it still counts: a place that the desk changes, or a
-- request that waits for its approval, does not postpone the end that the published rate is counted against.
alter table wait_promise add column owed_by timestamptz;
