-- What staff see of how to reach a patient is what was given with the visit or the booking.

alter table queue_entry add column contact_email text, add column contact_phone text;
alter table appointment add column contact_email text, add column contact_phone text;

-- A child is reached through its account's own person.
create view given_contact as
  select p.id as patient_id, coalesce(p.email, holder.email) as email,
    coalesce(p.phone, holder.phone) as phone
  from patient p left join patient holder on holder.id = p.account_id and holder.id <> p.id;

update queue_entry e set contact_email = c.email, contact_phone = c.phone
  from given_contact c where c.patient_id = e.patient_id;
update appointment a set contact_email = c.email, contact_phone = c.phone
  from given_contact c where c.patient_id = a.patient_id;

-- Kept with every new row whatever writes it, a process of before too.
create function keep_given_contact() returns trigger language plpgsql as $$
begin
  select c.email, c.phone into new.contact_email, new.contact_phone
  from given_contact c where c.patient_id = new.patient_id;
  return new;
end $$;
create trigger queue_entry_keeps_contact before insert on queue_entry
  for each row execute function keep_given_contact();
create trigger appointment_keeps_contact before insert on appointment
  for each row execute function keep_given_contact();

-- A correction reaches whoever still expects the patient, and nobody else: what is over keeps what it was
-- given.
create function correct_given_contact() returns trigger language plpgsql as $$
begin
  update queue_entry e set contact_email = c.email, contact_phone = c.phone
    from patient p join given_contact c on c.patient_id = p.id
    where (p.id = new.id or p.account_id = new.id) and e.patient_id = p.id
      and e.status in ('pending_approval', 'waiting', 'in_progress');
  update appointment a set contact_email = c.email, contact_phone = c.phone
    from patient p join given_contact c on c.patient_id = p.id
    where (p.id = new.id or p.account_id = new.id) and a.patient_id = p.id
      and a.status = 'booked' and a.starts_at > now() - interval '1 day';
  return null;
end $$;
create trigger patient_corrects_contact after update of email, phone on patient
  for each row when (old.email is distinct from new.email or old.phone is distinct from new.phone)
  execute function correct_given_contact();
