-- When whoever was this doctor was removed from the team, or the doctor deactivated: until somebody is this
-- doctor again, or the staff say that the doctor is here, no day begins by itself. A process of the release
-- before begins it, as it did.
alter table doctor add column left_at timestamptz;
