/** Names that are found whatever the script they are written in, and whatever the one that is typed. */
import sql, { empty, type Sql } from 'sql-template-tag';

/** With fewer consonants, half of all names would be alike. */
const fewestBones = 2;

const isPlain = /^[ -~]*$/u;

/**
 * Whether the name sounds like what was typed, its words from their beginnings and in their order, where
 * the two are written in different scripts; nothing is added where what was typed can have only one.
 * `name` is a column that an index by `name_bones` may find. To be joined to other conditions by `or`.
 */
export function soundsLike(name: Sql, typed: string): Sql {
  const bones = sql`name_bones(${typed})`;
  return sql`(length(${bones}) > ${fewestBones}
    and name_bones(${name}) like '%' || replace(${bones}, ' ', '% ') || '%'
    ${isPlain.test(typed) ? sql`and ${name} ~ '[^ -~]'` : empty})`;
}
