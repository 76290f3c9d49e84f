-- How many messages of a kind somebody caused, a hospital sent or somebody got, within a day. Every
-- party by its hash: neither an address nor a number lies here readable.
create table send_count (
  key text primary key,
  count int not null,
  window_ends_at timestamptz not null
);
create index send_count_by_end on send_count (window_ends_at);
