-- locks: hospital
-- When an administrator last mailed a test message, one of a new hospital's first steps [ADM-1].
alter table hospital add column message_tested_at timestamptz;
