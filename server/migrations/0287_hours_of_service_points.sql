-- locks: service_point
-- When a service point is planned to be open, every day: intervals of the hospital's clock; none for no plan [LINE-1].
alter table service_point add column hours jsonb not null default '[]';
