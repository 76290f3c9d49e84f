-- How many stars were given in each month of the hospital's calendar: the summary of all ratings is read
-- from a few rows a doctor, however many there are.
create table rating_month (
  doctor_id uuid not null references doctor (id) on delete cascade,
  -- YYYY-MM
  month text not null,
  stars int not null,
  ratings int not null,
  primary key (doctor_id, month, stars)
);

create function rating_month_of(of_doctor uuid, rated_at timestamptz) returns text
language plpgsql as $$
declare
  zone text;
begin
  -- Held until the rating is committed, so that a change of the zone counts it.
  select h.time_zone into zone from doctor d join hospital h on h.id = d.hospital_id
  where d.id = of_doctor for share of h;
  return to_char(rated_at at time zone zone, 'YYYY-MM');
end $$;

create function count_rating() returns trigger language plpgsql as $$
declare
  of_month text;
begin
  if tg_op <> 'INSERT' then
    of_month := rating_month_of(old.doctor_id, old.rated_at);
    update rating_month m set ratings = m.ratings - 1
    where m.doctor_id = old.doctor_id and m.month = of_month and m.stars = old.stars;
  end if;
  if tg_op <> 'DELETE' then
    of_month := rating_month_of(new.doctor_id, new.rated_at);
    insert into rating_month as m (doctor_id, month, stars, ratings)
    values (new.doctor_id, of_month, new.stars, 1)
    on conflict (doctor_id, month, stars) do update set ratings = m.ratings + 1;
  end if;
  return null;
end $$;
create trigger rating_counts after insert or delete on rating
  for each row execute function count_rating();
create trigger rating_recounts after update of doctor_id, stars, rated_at on rating
  for each row when ((old.doctor_id, old.stars, old.rated_at)
    is distinct from (new.doctor_id, new.stars, new.rated_at))
  execute function count_rating();

-- In another time zone a rating may be of another month.
create function zone_recounts_ratings() returns trigger language plpgsql as $$
begin
  delete from rating_month where doctor_id in (select id from doctor where hospital_id = new.id);
  insert into rating_month (doctor_id, month, stars, ratings)
  select r.doctor_id, to_char(r.rated_at at time zone new.time_zone, 'YYYY-MM'), r.stars, count(*)
  from doctor d join rating r on r.doctor_id = d.id
  where d.hospital_id = new.id group by 1, 2, 3;
  return null;
end $$;
create trigger zone_recounts_ratings after update of time_zone on hospital for each row
  when (old.time_zone is distinct from new.time_zone)
  execute function zone_recounts_ratings();

insert into rating_month (doctor_id, month, stars, ratings)
select r.doctor_id, to_char(r.rated_at at time zone h.time_zone, 'YYYY-MM'), r.stars, count(*)
from rating r join doctor d on d.id = r.doctor_id join hospital h on h.id = d.hospital_id
group by 1, 2, 3;

-- The latest with so many stars, without reading all the others.
create index rating_by_stars on rating (doctor_id, stars, rated_at desc);
