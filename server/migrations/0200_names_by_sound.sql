-- Names are put in order by the rules of all languages (Unicode's root collation), not by the numbers of letters.
-- Without ICU, which every usual build has, they stay in the order of letters.
do $$ begin
  if exists (select from pg_collation where collname = 'und-x-icu') then
    alter table patient alter name type text collate "und-x-icu";
    alter table doctor alter name type text collate "und-x-icu";
    alter table hospital alter name type text collate "und-x-icu";
    alter table shared_line alter name type text collate "und-x-icu";
    alter table service_point alter name type text collate "und-x-icu";
  end if;
end $$;

-- How a name sounds, without vowels, the same in every script of India, in Arabic and in Latin letters: words of
-- k s t p n r l h, each after a space. Scripts differ in which vowels they write, and in telling k from g, s from
-- ch and j, t from d, p from b, f and v, m from n. The letters are those of any-ascii, folded; a test compares.
-- What each step is: marks taken from letters; the Arabic letter that is v at the beginning of a word and a vowel
-- elsewhere; a capital for each consonant of another script, so that the rules of Latin spelling leave it alone;
-- those rules; vowels away; letters alike made one; none twice running, nor h at the end of a word.
create function name_bones(name text) returns text
language sql immutable strict parallel safe
return rtrim(regexp_replace(regexp_replace(translate(
  regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(
    translate(
      regexp_replace(' ' || translate(normalize(lower(name), nfkd), U&'\0142\0111\00f8\0131', 'ldoi'),
        '(\s)\u0648', '\1P', 'g'),
      U&'\062e\063a\063b\063c\0642\0643\066f\06a7\06a8\06a9\06aa\06ab\06ac\06ae\06af\06b0\06b2\06b3'
      '\06b4\075f\0762\0763\0764\077f\0915\0916\0917\0918\097b\0995\0996\0997\0998\0a15\0a16\0a17'
      '\0a18\0a95\0a96\0a97\0a98\0b15\0b16\0b17\0b18\0b83\0b95\0c15\0c16\0c17\0c18\0c95\0c96\0c97'
      '\0c98\0d15\0d16\0d17\0d18\0d7f\0d9a\0d9b\0d9c\0d9d'
      '\062c\0632\0633\0634\0635\0684\0686\0687\0696\0698\069a\069b\069c\069e\06fa\0753\0756\0758'
      '\075c\076a\076c\076d\076e\076f\0770\0771\0772\077c\077d\077e\091a\091b\091c\091d\0936\0937'
      '\0938\0979\097c\099a\099b\099c\099d\09b6\09b7\09b8\0a1a\0a1b\0a1c\0a1d\0a38\0a9a\0a9b\0a9c'
      '\0a9d\0ab6\0ab7\0ab8\0af9\0b1a\0b1b\0b1c\0b1d\0b36\0b37\0b38\0b9a\0b9c\0bb6\0bb7\0bb8\0c1a'
      '\0c1b\0c1c\0c1d\0c36\0c37\0c38\0c58\0c59\0c9a\0c9b\0c9c\0c9d\0cb6\0cb7\0cb8\0d1a\0d1b\0d1c'
      '\0d1d\0d36\0d37\0d38\0da0\0da1\0da2\0da3\0da5\0dc1\0dc2\0dc3'
      '\062a\062b\062f\0630\0636\0637\0638\0679\067a\067c\067d\067f\0681\0682\0685\0688\0689\068a'
      '\068b\068c\068d\068e\068f\0690\0697\069d\069f\06ee\0759\075a\091f\0920\0921\0922\0924\0925'
      '\0926\0927\0978\097e\099f\09a0\09a1\09a2\09a4\09a5\09a6\09a7\09ce\0a1f\0a20\0a21\0a22\0a24'
      '\0a25\0a26\0a27\0a9f\0aa0\0aa1\0aa2\0aa4\0aa5\0aa6\0aa7\0b1f\0b20\0b21\0b22\0b24\0b25\0b26'
      '\0b27\0b9f\0ba4\0c1f\0c20\0c21\0c22\0c24\0c25\0c26\0c27\0c9f\0ca0\0ca1\0ca2\0ca4\0ca5\0ca6'
      '\0ca7\0d1f\0d20\0d21\0d22\0d24\0d25\0d26\0d27\0d3a\0da7\0da8\0da9\0daa\0dad\0dae\0daf\0db0'
      '\0628\0641\066e\067b\067e\0680\06a1\06a2\06a3\06a4\06a5\06a6\06cb\06cf\0751\0752\0755\0760'
      '\0761\0765\092a\092b\092c\092d\0935\097f\09aa\09ab\09ac\09ad\09f1\0a2a\0a2b\0a2c\0a2d\0a35'
      '\0aaa\0aab\0aac\0aad\0ab5\0b2a\0b2b\0b2c\0b2d\0b35\0b71\0baa\0bb5\0c2a\0c2b\0c2c\0c2d\0c35'
      '\0caa\0cab\0cac\0cad\0cb5\0d2a\0d2b\0d2c\0d2d\0d35\0db4\0db5\0db6\0db7\0dc0\0dc6'
      '\0645\0646\0683\06a0\06ad\06b1\06b9\06ba\06bb\06bc\06bd\06bf\06d1\06fc\0754\0757\075d\075e'
      '\0766\0767\0768\0769\0900\0901\0902\0919\091e\0923\0928\092e\0950\0981\0982\0999\099e\09a3'
      '\09a8\09ae\09fc\0a01\0a02\0a19\0a1e\0a23\0a28\0a2e\0a70\0a81\0a82\0a99\0a9e\0aa3\0aa8\0aae'
      '\0ad0\0b01\0b02\0b19\0b1e\0b23\0b28\0b2e\0b82\0b99\0b9e\0ba3\0ba8\0ba9\0bae\0bd0\0c00\0c01'
      '\0c02\0c04\0c19\0c1e\0c23\0c28\0c2e\0c5d\0c80\0c81\0c82\0c99\0c9e\0ca3\0ca8\0cae\0cdd\0cf3'
      '\0d00\0d01\0d02\0d04\0d19\0d1e\0d23\0d28\0d29\0d2e\0d54\0d7a\0d7b\0d81\0d82\0d9e\0d9f\0da4'
      '\0da6\0dab\0dac\0db1\0db3\0db8\0db9'
      '\0631\0691\0692\0693\0694\0695\0699\06ef\075b\076b\090b\0930\0943\0944\0960\098b\09b0\09c3'
      '\09c4\09e0\09f0\0a30\0a5c\0a8b\0ab0\0ac3\0ac4\0ae0\0b0b\0b30\0b43\0b44\0b60\0bb0\0bb1\0c0b'
      '\0c30\0c31\0c43\0c44\0c5a\0c60\0c8b\0cb0\0cb1\0cc3\0cc4\0ce0\0d0b\0d30\0d31\0d43\0d44\0d4e'
      '\0d60\0d7c\0d8d\0d8e\0dbb\0dd8\0df2'
      '\0644\06b5\06b6\06b7\06b8\06fb\090c\0932\0933\0961\0962\0963\098c\09b2\09e1\09e2\09e3\0a32'
      '\0a8c\0ab2\0ab3\0ae1\0ae2\0ae3\0b0c\0b32\0b33\0b61\0b62\0b63\0bb2\0bb3\0bb4\0c0c\0c32\0c33'
      '\0c34\0c61\0c62\0c63\0c8c\0cb2\0cb3\0cde\0ce1\0ce2\0ce3\0d0c\0d32\0d33\0d34\0d56\0d61\0d62'
      '\0d63\0d7d\0d7e\0d8f\0d90\0dbd\0dc5\0df3'
      '\0629\062d\0647\06be\06c1\06c3\06ff\0903\0939\0983\09b9\0a03\0a39\0a83\0ab9\0b03\0b39\0bb9'
      '\0c03\0c39\0c83\0cb9\0cf1\0cf2\0d03\0d39\0d83\0dc4',
      repeat('K', 64) || repeat('S', 102) || repeat('T', 108) || repeat('P', 70) || repeat('N', 115) || repeat('R', 61) || repeat('L', 62) || repeat('H', 28)),
    '[\u0300-\u036f\u0600-\u06ff\u0750-\u077f\u0900-\u0dff\u200c\u200d''’.]', '', 'g'),
    '[^a-zA-Z]+', ' ', 'g'),
    'ph', 'f', 'g'), 'sh|ch+|c(?=[eiy])|dzh|zh', 's', 'g'), 'x', 'ks', 'g'), '(?<=[bdgjkt])h|[aeiouy]', '', 'g'),
  'gqcdbfvwjzmKSTPNRLH', 'kkktppppssnkstpnrlh'),
  '(.)\1+', '\1', 'g'), 'h(?= |$)', '', 'g'));

create index patient_by_bones on patient using gin (name_bones(name) gin_trgm_ops);
