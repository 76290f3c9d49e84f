/** Names that are found whatever the script they are written in, and whatever the one that is typed. */
import sql, { empty, type Sql } from 'sql-template-tag';

/** With fewer consonants, half of all names would be alike. */
const fewestBones = 2;

const isPlain = /^[ -~]*$/u;

/**
 * Whether a name has what was typed somewhere in it, or begins with it, whatever marks were left out and whichever
 * keyboard wrote it. `inName` is the column of the name's letters, which a trigger fills by `name_letters`.
 */
export function hasLetters(
  inName: Sql,
  typed: string,
  where: 'anywhere' | 'first' = 'anywhere',
): Sql {
  // After the letters are plain: a full-width percent sign is a wildcard only then.
  const letters = sql`regexp_replace(name_letters(${typed}), '([\\\\%_])', '\\\\\\1', 'g')`;
  const before = where === 'first' ? empty : sql`'%' ||`;
  // Marks alone would be in every name.
  return sql`${inName} like ${once(sql`${before} nullif(${letters}, '') || '%'`)}`;
}

/** The columns of a name and of its sound, which triggers fill by `name_bones` (migration 0240). */
interface NameWithSound {
  readonly name: Sql;
  readonly name_bones: Sql;
}

/**
 * Whether the name sounds like what was typed, its words from their beginnings and in their order, where
 * the two are written in different scripts; nothing is added where what was typed can have only one.
 * To be joined to other conditions by `or`.
 */
export function soundsLike({ name, name_bones }: NameWithSound, typed: string): Sql {
  const bones = sql`name_bones(${typed})`;
  const sound = once(sql`case when length(${bones}) > ${fewestBones}
    then '%' || replace(${bones}, ' ', '% ') || '%' end`);
  return sql`(${name_bones} like ${sound}
    ${isPlain.test(typed) ? sql`and ${name} ~ '[^ -~]'` : empty})`;
}

/**
 * Worked out once for a statement. A statement that a connection knows is planned without what was typed, and would
 * spell it out anew beside each name.
 */
function once(of: Sql): Sql {
  return sql`(select ${of})`;
}
