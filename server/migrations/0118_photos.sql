-- A doctor's photo. Small, one a doctor, and for everybody to see: it lies in the database itself
-- (decision 086). Its id is its address, new with each photo, so that it can be kept for ever.
create table photo (
  id uuid primary key default gen_random_uuid(),
  doctor_id uuid not null unique references doctor (id),
  type text not null check (type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) <= 524288),
  added_at timestamptz not null
);
