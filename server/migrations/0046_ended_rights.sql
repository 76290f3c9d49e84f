-- Who works here no longer has nothing left that says so.

-- Whoever was a deactivated doctor until now kept the role and could be let in again by a link.
delete from idempotency_key k using staff_member m, doctor d
  where m.user_id = k.user_id and d.id = m.doctor_id and d.deactivated_at is not null;
delete from staff_member m using doctor d
  where d.id = m.doctor_id and d.deactivated_at is not null;
delete from invitation i using doctor d
  where d.id = i.doctor_id and d.deactivated_at is not null;

-- A link to be a doctor whom somebody is already would work again the day that account leaves.
delete from invitation i using staff_member m where m.doctor_id = i.doctor_id;

-- With an account go its role and its wishes to join, whoever deletes it.
delete from staff_member m
  where not exists (select from identity."user" u where u.id = m.user_id);
delete from join_request r
  where not exists (select from identity."user" u where u.id = r.user_id);
alter table staff_member
  add constraint staff_member_has_account foreign key (user_id) references identity."user" (id)
    on delete cascade;
alter table join_request
  add constraint join_request_has_account foreign key (user_id) references identity."user" (id)
    on delete cascade;
