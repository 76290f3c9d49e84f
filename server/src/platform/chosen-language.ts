/** The language that somebody chose, as the database has it: it may be one that this build does not speak. */
import { type Language, languages } from '@baari/contract/languages.gen.ts';
import sql from 'sql-template-tag';
import { type Column, typed } from './columns.ts';

/** null where none was chosen, or one whose texts are gone: whoever reads is served as one who chose none. */
export function chosenLanguage(column: Column<string | null>): Column<Language | null> {
  return typed<Language | null>(sql`case when ${column} = any(${languages}) then ${column} end`);
}
