-- Several people under one account: a mother, her two children, her father [PROF-1].

alter table patient
  -- What somebody is to the account's own person; null for the own person and for a walk-in.
  add column relation text check (relation in ('child', 'parent', 'spouse', 'other')),
  -- Taken off the account's list while visits keep the row.
  add column removed_at timestamptz,
  add check (relation is null or (account_id is not null and account_id <> id));
