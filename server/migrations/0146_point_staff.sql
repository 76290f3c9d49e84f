-- Who works at a service point, where an administrator says so: nobody else opens it then. A process of the release
-- before knows nothing of it and lets any receptionist work there.
create table point_staff (
  point_id uuid not null references service_point (id),
  user_id uuid not null,
  hospital_id uuid not null,
  assigned_at timestamptz not null,
  primary key (point_id, user_id),
  -- With the membership goes what was assigned, whoever ends it.
  constraint point_staff_is_member foreign key (user_id, hospital_id)
    references membership (user_id, hospital_id) on delete cascade
);
create index point_staff_by_person on point_staff (user_id, hospital_id);
