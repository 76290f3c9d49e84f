create unique index concurrently appointment_by_link on appointment (link_hash) where link_hash is not null;
