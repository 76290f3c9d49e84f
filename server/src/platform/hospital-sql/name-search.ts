/** Finds names in any script by a search text in any script. */
import sql, { empty, type Sql } from 'sql-template-tag';

/**
 * A search by sound needs more consonants than this number. With fewer consonants, half of all
 * names would match.
 */
const fewestBones = 2;

const isPlain = /^[ -~]*$/u;

/**
 * Whether a name contains or begins with the typed letters, ignoring marks and keyboard variants. `inName` is
 * the column of the name's letters, which a trigger fills with `name_letters`.
 */
export function hasLetters(
  inName: Sql,
  typed: string,
  where: 'anywhere' | 'first' = 'anywhere',
): Sql {
  // Wildcards are escaped after normalising, because a full-width percent sign becomes a wildcard
  // only then.
  const letters = sql`regexp_replace(name_letters(${typed}), '([\\\\%_])', '\\\\\\1', 'g')`;
  const before = where === 'first' ? empty : sql`'%' ||`;
  // A search text of combining marks only would match every name, so it becomes null.
  return sql`${inName} like ${once(sql`${before} nullif(${letters}, '') || '%'`)}`;
}

/**
 * The columns of a name and of its phonetic key. Triggers fill the key with the SQL function
 * `name_bones` (migration 0240).
 */
interface NameWithSound {
  readonly name: Sql;
  readonly name_bones: Sql;
}

/**
 * Whether the name sounds like the search text in another script, compared word by word from the
 * beginnings. Combine it with other conditions by `or`; it finds nothing if both texts use one
 * script.
 */
export function soundsLike({ name, name_bones }: NameWithSound, typed: string): Sql {
  const bones = sql`name_bones(${typed})`;
  const sound = once(sql`case when length(${bones}) > ${fewestBones}
    then '%' || replace(${bones}, ' ', '% ') || '%' end`);
  return sql`(${name_bones} like ${sound}
    ${isPlain.test(typed) ? sql`and ${name} ~ '[^ -~]'` : empty})`;
}

/**
 * Computes an SQL expression once per statement, because a generic plan would compute it again for
 * each row.
 */
function once(of: Sql): Sql {
  return sql`(select ${of})`;
}
