/** The language that somebody chose, as the database has it: it may be one that this build does not speak. */
import { type Language, languages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage } from '@baari/contract/languages.ts';
import sql, { type Sql } from 'sql-template-tag';
import { type Column, typed } from '../database/columns.ts';

/** null where none was chosen, or one whose texts are gone: whoever reads is served as one who chose none. */
export function chosenLanguage(column: Column<string | null>): Column<Language | null> {
  return typed<Language | null>(sql`case when ${column} = any(${languages}) then ${column} end`);
}

/**
 * In which somebody is written to about a hospital, by mail, text message and push: as they chose, else as that hospital
 * speaks to whoever stands before its screens, else in English. The only place that decides it.
 */
export function languageForHospital(
  column: Column<string | null>,
  hospitalId: Sql | string,
): Column<Language> {
  return typed<Language>(sql`coalesce(${chosenLanguage(column)},
    (select offered.language from hospital writing,
        unnest(writing.languages) with ordinality as offered (language, place)
      where writing.id = ${hospitalId} and offered.language = any(${languages})
      order by offered.place limit 1),
    ${fallbackLanguage})`);
}
