-- Who works where: one may work at several hospitals, with a role at each. `staff_member`, which has room for one
-- hospital a person, stays for a process of the release before: triggers keep it the first of a person's
-- memberships, and take over what such a process writes there. It goes with the next release.

lock table staff_member in share row exclusive mode;

create table membership (
  user_id uuid not null constraint membership_has_account references identity."user" (id) on delete cascade,
  hospital_id uuid not null references hospital (id),
  role text not null check (role in ('doctor', 'receptionist', 'hospital_admin')),
  doctor_id uuid unique references doctor (id),
  title text,
  created_at timestamptz not null default now(),
  -- when one last began to act for this hospital rather than another: the next session begins there
  last_acted_at timestamptz,
  primary key (user_id, hospital_id),
  check ((role = 'doctor') = (doctor_id is not null))
);
create index membership_by_hospital on membership (hospital_id);

insert into membership (user_id, hospital_id, role, doctor_id, title, created_at)
  select user_id, hospital_id, role, doctor_id, title, created_at from staff_member;

-- What a process of the release before writes.
create function membership_of_staff_member() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from membership where user_id = old.user_id and hospital_id = old.hospital_id;
  elsif tg_op = 'UPDATE' then
    update membership set role = new.role, doctor_id = new.doctor_id, title = new.title
      where user_id = new.user_id and hospital_id = new.hospital_id
        and (role, doctor_id, title) is distinct from (new.role, new.doctor_id, new.title);
  else
    insert into membership (user_id, hospital_id, role, doctor_id, title, created_at)
      values (new.user_id, new.hospital_id, new.role, new.doctor_id, new.title, new.created_at)
      on conflict (user_id, hospital_id) do nothing;
  end if;
  return null;
end $$;
create trigger membership_of_staff_member after insert or update or delete on staff_member
  for each row execute function membership_of_staff_member();

-- What such a process reads.
create function staff_member_of_membership() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from staff_member where user_id = old.user_id and hospital_id = old.hospital_id;
    insert into staff_member (user_id, hospital_id, role, doctor_id, title, created_at)
      select m.user_id, m.hospital_id, m.role, m.doctor_id, m.title, m.created_at
      -- Not of an account that is being deleted.
      from membership m join identity."user" u on u.id = m.user_id
      where m.user_id = old.user_id order by m.created_at, m.hospital_id limit 1
      on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    update staff_member set role = new.role, doctor_id = new.doctor_id, title = new.title
      where user_id = new.user_id and hospital_id = new.hospital_id
        and (role, doctor_id, title) is distinct from (new.role, new.doctor_id, new.title);
  else
    insert into staff_member (user_id, hospital_id, role, doctor_id, title, created_at)
      values (new.user_id, new.hospital_id, new.role, new.doctor_id, new.title, new.created_at)
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger staff_member_of_membership after insert or update or delete on membership
  for each row execute function staff_member_of_membership();

alter table identity.session
  -- for which hospital the session acts; null or one where its owner does not work: the first joined
  add column acting_hospital_id uuid references hospital (id),
  -- made by this hospital's own sign-in: acts for no other
  add column only_hospital_id uuid references hospital (id);
