-- Where a doctor's patients go in, such as Room 4; null while nobody has said.
alter table doctor add column room text check (char_length(room) between 1 and 40);
