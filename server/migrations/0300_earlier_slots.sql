-- locks: hospital, doctor, patient, appointment
-- Earlier times [APPT-1]: what patients wish for, freed places that nobody else can book, and who is asked.
create table earlier_wish (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  patient_id uuid not null references patient (id),
  -- The booking that the wish belongs to; null for a wish made while everything was full.
  appointment_id uuid references appointment (id),
  doctor_id uuid not null references doctor (id),
  scope text not null check (scope in ('doctor', 'department')),
  -- Empty: every weekday, and every part of the day.
  weekdays text[] not null check (
    weekdays <@ array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  ),
  day_parts text[] not null check (day_parts <@ array['morning', 'afternoon', 'evening']),
  least_notice_minutes smallint not null check (least_notice_minutes between 0 and 2880),
  until date,
  urgency smallint not null check (urgency between 0 and 2),
  made_by text not null check (made_by in ('patient', 'staff')),
  made_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('accepted', 'withdrawn', 'booking_over', 'merged')),
  check ((ended_at is null) = (end_reason is null))
);
create unique index one_open_wish on earlier_wish (patient_id, doctor_id) where ended_at is null;
create index earlier_wish_of_hospital on earlier_wish (hospital_id, doctor_id) where ended_at is null;
create index earlier_wish_of_booking on earlier_wish (appointment_id) where appointment_id is not null;

create table held_slot (
  id uuid primary key default gen_random_uuid(),
  hospital_id uuid not null references hospital (id),
  doctor_id uuid not null references doctor (id),
  date date not null,
  time text not null,
  minutes smallint not null check (minutes between 5 and 120),
  place smallint not null check (place between 1 and 50),
  starts_at timestamptz not null,
  freed_at timestamptz not null,
  freed_by text not null check (freed_by in ('cancelled', 'moved', 'chain')),
  -- How many acceptances led to this place.
  depth smallint not null check (depth between 0 and 5),
  state text not null default 'open' check (state in ('open', 'filled', 'released')),
  -- How many people were asked, and the days that the one who accepted won; they outlive the offers.
  asked smallint not null default 0,
  days_won real,
  ended_at timestamptz,
  check ((ended_at is null) = (state = 'open'))
);
create unique index one_open_hold on held_slot (doctor_id, date, time, place) where state = 'open';
create index held_slot_of_hospital on held_slot (hospital_id, ended_at);

create table earlier_offer (
  id uuid primary key default gen_random_uuid(),
  held_slot_id uuid not null references held_slot (id),
  wish_id uuid not null references earlier_wish (id),
  patient_id uuid not null references patient (id),
  reason text not null check (reason in ('urgent_first', 'longest_wish')),
  -- By the clock of the database, as every comparison with them.
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'open'
    check (state in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  answered_at timestamptz,
  -- The booking that the acceptance moved or made.
  appointment_id uuid references appointment (id),
  link_hash text not null,
  check ((answered_at is null) = (state = 'open')),
  check ((appointment_id is null) = (state <> 'accepted'))
);
create unique index one_open_offer_per_slot on earlier_offer (held_slot_id) where state = 'open';
create unique index one_open_offer_per_patient on earlier_offer (patient_id) where state = 'open';
create unique index asked_once_per_slot on earlier_offer (held_slot_id, patient_id);
create unique index earlier_offer_of_link on earlier_offer (link_hash);
create index earlier_offer_of_wish on earlier_offer (wish_id);
