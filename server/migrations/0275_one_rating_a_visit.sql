-- A visit of several stops counts once in the averages: of several ratings the latest stays. The triggers
-- on the table correct the sums and the months.
delete from rating r using queue_entry e
where e.id = r.entry_id and e.visit_id is not null and exists (
  select from rating later join queue_entry stop on stop.id = later.entry_id
  where stop.visit_id = e.visit_id
    and (coalesce(later.changed_at, later.rated_at), later.id) > (coalesce(r.changed_at, r.rated_at), r.id));
