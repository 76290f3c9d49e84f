-- What a row of the trail keeps besides: whose standing changed from what to what, how somebody came
-- in. Rows from before have none, and their seals stay as they are.
alter table audit add column details jsonb check (jsonb_typeof(details) = 'object');

-- One kind of action, newest first, however many of the others lie between.
create index audit_by_action on audit (hospital_id, action, id);

-- A process of before knows nothing of details and would seal a row without them: while both run, it
-- is left to those that do.
alter table audit_seal add column covers_details boolean not null default false;
create function refuse_seal_without_details() returns trigger language plpgsql as $$
begin
  if not new.covers_details
    and exists (select from audit where id = new.audit_id and details is not null) then
    raise exception 'a seal of this row has to cover its details';
  end if;
  return new;
end $$;
create trigger audit_seal_covers_details before insert on audit_seal
  for each row execute function refuse_seal_without_details();

-- What was on record when a request with an Idempotency-Key was carried out: a replay names the same.
alter table idempotency_key add column audited json;
