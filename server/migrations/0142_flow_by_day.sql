-- What went on in a hospital's lines on a day that is over: by line, service point, line and hour, and by the
-- way that visits of several stops took. A row's key is an id, an id and an hour, or ids.
create table day_flow_figures (
  hospital_id uuid not null,
  day date not null,
  kind text not null check (kind in ('line', 'point', 'hour', 'route')),
  key text not null,
  -- of a line: 1, where somebody came on the day
  days int not null,
  -- stops, of a route visits
  stops int not null,
  called int not null,
  completed int not null,
  no_show int not null,
  cancelled int not null,
  -- calls that nobody answered
  missed int not null,
  -- minutes, of all together: waited (of an hour, within it), and served by those that were completed
  waited double precision not null,
  served double precision not null,
  -- whole minutes, rising, and of each how many waited so long; of a route how long the whole visit took
  minutes int[] not null,
  counts int[] not null,
  primary key (hospital_id, day, kind, key),
  foreign key (hospital_id, day) references day_figures on delete cascade
);
-- Days that had shared lines are counted anew.
update day_figures f set is_stale = true
where f.hospital_id in (select hospital_id from shared_line)
  and f.day >= (select min(made_at)::date - 1 from shared_line s where s.hospital_id = f.hospital_id);
