-- What patients say of their completed visits; the sums on the doctor are what the cards show.

create table rating (
  id uuid primary key default gen_random_uuid(),
  -- one a visit
  entry_id uuid not null unique references queue_entry (id) on delete cascade,
  doctor_id uuid not null references doctor (id),
  stars int not null check (stars between 1 and 5),
  words text not null default '' check (length(words) <= 500),
  -- when it was first given; changes do not move it
  rated_at timestamptz not null,
  changed_at timestamptz
);
create index rating_by_doctor on rating (doctor_id, rated_at desc);

alter table doctor
  add column rating_sum int not null default 0,
  add column rating_count int not null default 0;

-- The sums are right in the transaction of every change, a deleted visit included.
create function keep_rating_sums() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    update doctor set rating_sum = rating_sum - old.stars, rating_count = rating_count - 1
    where id = old.doctor_id;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    update doctor set rating_sum = rating_sum + new.stars, rating_count = rating_count + 1
    where id = new.doctor_id;
  end if;
  return null;
end $$;
create trigger rating_sums after insert or update or delete on rating
  for each row execute function keep_rating_sums();
