-- The letters of a name without what people leave out when they type it, or have on one keyboard and not on another:
-- accents, nuktas, the vowel marks of Arabic, its letters that Urdu has another of, apostrophes and what joins letters.
create function name_letters(name text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  translate(normalize(lower(name), nfkd),
    U&'\0142\0111\00f8\0131\064a\0649\0643\0647\0629\06c3\06d5',
    U&'ldoi\06cc\06cc\06a9\06c1\06c1\06c1\06c1'),
  '[\u0300-\u036f\u064b-\u0655\u0670\u0640\u093c\u09bc\u0a3c\u0abc\u00ad\u200b-\u200d\u2060\ufeff''‘’]', '', 'g');

create index patient_by_letters on patient using gin (name_letters(name) gin_trgm_ops);
