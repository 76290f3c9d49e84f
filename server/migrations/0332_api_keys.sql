-- locks: hospital
-- API keys of a hospital's own systems [API-28]. A row is never deleted: the trail names keys by id.
create table api_key (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- a random key of 256 bits needs no slow hash
  secret_hash text not null unique,
  -- the beginning and the last four characters, to recognise the key by
  shown text not null,
  made_at timestamptz not null,
  made_by uuid not null,
  -- null: it works until it is revoked
  expires_at timestamptz,
  -- written at most once a minute
  last_used_at timestamptz,
  last_network text,
  -- networks it was used from, newest first
  networks text[] not null default '{}',
  revoked_at timestamptz,
  revoked_by uuid,
  -- the reminders that administrators got: '30 days', '7 days', 'unused'
  reminded text[] not null default '{}',
  check ((revoked_at is null) = (revoked_by is null))
);
create index api_key_by_hospital on api_key (hospital_id, made_at);

-- Deletes a practice hospital that has ended, with every row about it; false for any other hospital. The running
-- account may not delete from most of these tables, so the function has the rights of the account that owns them.
create or replace function delete_practice_hospital(wanted uuid) returns boolean
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
  delete from api_key where hospital_id = wanted;
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
