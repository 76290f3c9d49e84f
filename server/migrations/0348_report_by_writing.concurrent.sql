-- FHIR lists a hospital's reports by the time at which they were written [API-41].
create index concurrently report_by_writing on report (hospital_id, created_at desc, id desc);
