-- Whether the patient of a visit needs an interpreter, as staff noted it [ADM-5].
alter table queue_entry add column needs_interpreter boolean not null default false;
