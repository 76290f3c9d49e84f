-- The rows of some days, however many there are before and after them [API-26, KEEP-9].
create index audit_by_time on audit (hospital_id, at);
