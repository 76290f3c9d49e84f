-- locks: service_point, shared_line
-- What patients read of a line and its points in their own language: names by language code [LINE-1].
alter table service_point add column names jsonb not null default '{}';
alter table shared_line add column names jsonb not null default '{}';
