-- How long a visit usually takes, as the hospital says when it adds the doctor; null: as usual in the specialty.
alter table doctor add column visit_minutes smallint;
