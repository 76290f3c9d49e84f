-- Why an applicant was turned down, in the administrator's words to them; null for none.
alter table join_request add column decision_reason text;
