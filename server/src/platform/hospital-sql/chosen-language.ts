/**
 * Reads the language that a person chose. The database may hold a language that this build does not
 * have.
 */
import { type Language, languages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage } from '@baari/contract/languages.ts';
import sql, { type Sql } from 'sql-template-tag';
import { type Column, typed } from '../database/columns.ts';

/**
 * The language that the person chose; null if the person chose none or this build does not have it.
 * The person then gets the default language.
 */
export function chosenLanguage(column: Column<string | null>): Column<Language | null> {
  return typed<Language | null>(sql`case when ${column} = any(${languages}) then ${column} end`);
}

/**
 * The language of mails, SMS and push messages about a hospital: the person's choice, else the
 * hospital's language, else English. Only this function decides it.
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
