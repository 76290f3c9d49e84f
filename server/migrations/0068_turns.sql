-- When what is looked for now and then is looked for next, by one process of several.
create table turn (
  what text primary key,
  due_at timestamptz not null
);
