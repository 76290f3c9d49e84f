-- locks: audit, audit_anchor, audit_seal, hospital
-- A practice hospital [ADM-1]: a private copy of a hospital with invented patients, deleted after a day.
alter table hospital
  -- the hospital that it copies; null: a real hospital
  add column practice_of uuid,
  add column practice_until timestamptz;

-- A real hospital never becomes a practice hospital, because those are deleted with their audit rows. A practice
-- hospital may end earlier, never later.
create function keep_practice_of() returns trigger language plpgsql as $$
begin
  raise exception 'a hospital is a practice hospital from its first row to its last';
end $$;
create trigger hospital_keeps_practice_of before update of practice_of, practice_until on hospital
  for each row when (old.practice_of is distinct from new.practice_of
    or (old.practice_until is null) <> (new.practice_until is null) or new.practice_until > old.practice_until)
  execute function keep_practice_of();

create table practice (
  hospital_id uuid primary key references hospital (id) on delete cascade,
  of_hospital_id uuid not null,
  -- who practises in it
  made_by uuid not null,
  made_at timestamptz not null,
  -- the account without a sign-in that plays everybody else
  acts_as uuid not null,
  -- when the trainee last looked; the morning moves only while somebody looks
  looked_at timestamptz not null,
  -- when something happens next
  acts_at timestamptz not null,
  unique (of_hospital_id, made_by)
);

-- The exercises that the trainee started, and whom they are about.
create table practice_exercise (
  hospital_id uuid not null references practice (hospital_id) on delete cascade,
  name text not null check (name in ('two_at_once', 'undo', 'doctor_leaves')),
  started_at timestamptz not null,
  doctor_id uuid not null,
  entry_ids uuid[] not null,
  primary key (hospital_id, name)
);

create function is_ended_practice(wanted uuid) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (select from hospital
    where id = wanted and practice_of is not null and practice_until <= clock_timestamp())
$$;

-- The trail stays append-only: the database itself refuses to delete a row of a real hospital, or of a practice
-- hospital before its end.
create function keep_audit_of_hospital() returns trigger language plpgsql as $$
begin
  if is_ended_practice(old.hospital_id) then
    return old;
  end if;
  raise exception 'audit rows cannot be changed or deleted';
end $$;
drop trigger audit_is_append_only on audit;
create trigger audit_is_append_only before update or truncate on audit
  for each statement execute function refuse_audit_change();
create trigger audit_outlives_all_but_practice before delete on audit
  for each row execute function keep_audit_of_hospital();
drop trigger audit_seal_is_append_only on audit_seal;
create trigger audit_seal_is_append_only before update or truncate on audit_seal
  for each statement execute function refuse_audit_change();
create trigger audit_seal_outlives_all_but_practice before delete on audit_seal
  for each row execute function keep_audit_of_hospital();
drop trigger audit_anchor_is_append_only on audit_anchor;
create trigger audit_anchor_is_append_only before update or truncate on audit_anchor
  for each statement execute function refuse_audit_change();
create trigger audit_anchor_outlives_all_but_practice before delete on audit_anchor
  for each row execute function keep_audit_of_hospital();

-- Deletes a practice hospital that has ended, with every row about it; false for any other hospital. The running
-- account may not delete from most of these tables, so the function has the rights of the account that owns them.
create function delete_practice_hospital(wanted uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  home uuid;
  entries uuid[];
  lines uuid[];
  patients uuid[];
  actor uuid;
begin
  if not is_ended_practice(wanted) then
    return false;
  end if;
  -- Whoever changes one of its lines finishes first.
  perform pg_advisory_xact_lock(hashtextextended(l.id::text, 0))
    from (select id from line where hospital_id = wanted order by id) l;
  select practice_of into home from hospital where id = wanted for update;
  if not found then
    return false;
  end if;
  select acts_as into actor from practice where hospital_id = wanted;
  select coalesce(array_agg(id), '{}') into entries from queue_entry where hospital_id = wanted;
  select coalesce(array_agg(id), '{}') into lines from line where hospital_id = wanted;
  select coalesce(array_agg(distinct p.id), '{}') into patients from patient p
    where p.account_id is null and (
      p.id in (select patient_id from queue_entry where hospital_id = wanted)
      or p.id in (select patient_id from appointment where hospital_id = wanted)
      or p.id in (select gone_id from patient_merge where hospital_id = wanted));

  update identity.session set acting_hospital_id = home where acting_hospital_id = wanted;
  delete from notice where about = any(entries)
    or about in (select id from appointment where hospital_id = wanted);
  delete from earlier_offer where wish_id in (select id from earlier_wish where hospital_id = wanted)
    or held_slot_id in (select id from held_slot where hospital_id = wanted);
  delete from earlier_wish where hospital_id = wanted;
  delete from held_slot where hospital_id = wanted;
  delete from report where hospital_id = wanted;
  delete from day_closing where hospital_id = wanted;
  delete from emergency_access where hospital_id = wanted;
  delete from patient_merge where hospital_id = wanted;
  delete from consent where hospital_id = wanted;
  delete from door_code where hospital_id = wanted;
  delete from screen_doctor where doctor_id = any(lines);
  delete from screen where hospital_id = wanted;
  delete from invitation where hospital_id = wanted;
  delete from staff_invitation where hospital_id = wanted;
  delete from join_request where hospital_id = wanted;
  delete from photo where doctor_id = any(lines);
  delete from rating where doctor_id = any(lines);
  delete from planned_stop where line_id = any(lines);
  delete from follow_up where hospital_id = wanted;
  delete from hand_off where hospital_id = wanted;
  delete from vital_signs where hospital_id = wanted;
  delete from visit_promise where hospital_id = wanted;
  delete from wait_promise where hospital_id = wanted;
  delete from assessment where hospital_id = wanted;
  delete from queue_entry where hospital_id = wanted;
  delete from appointment where hospital_id = wanted;
  delete from patient p where p.id = any(patients)
    and not exists (select from queue_entry e where e.patient_id = p.id)
    and not exists (select from appointment a where a.patient_id = p.id)
    and not exists (select from report r where r.patient_id = p.id);
  delete from point_staff where hospital_id = wanted;
  delete from service_point where line_id = any(lines);
  delete from next_line where line_id = any(lines) or next_id = any(lines);
  delete from timetable_session where doctor_id = any(lines);
  delete from token_letters where hospital_id = wanted;
  delete from membership where hospital_id = wanted;
  delete from staff_member where hospital_id = wanted;
  delete from day_off where doctor_id = any(lines);
  delete from doctor_settings where doctor_id = any(lines);
  delete from doctor_queue where doctor_id = any(lines);
  delete from shared_line where hospital_id = wanted;
  delete from doctor where hospital_id = wanted;
  delete from line where hospital_id = wanted;
  delete from day_figures where hospital_id = wanted;
  delete from wait_fit where hospital_id = wanted;
  delete from event where hospital_id = wanted;
  delete from audit_check where hospital_id = wanted;
  delete from audit_anchor where hospital_id = wanted;
  delete from audit_seal where hospital_id = wanted;
  delete from audit where hospital_id = wanted;
  delete from hospital where id = wanted;
  delete from identity."user" where id = actor;
  return true;
end $$;
revoke execute on function delete_practice_hospital(uuid) from public;
