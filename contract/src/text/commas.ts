/** Joins items into one text with commas, using the commas of Arabic script where needed. */
import type { AboutLanguage } from '../languages.gen.ts';
import { isolateBidi } from './message-tools.ts';

/**
 * Joins items as "A, B" in the given language, without an "and". Isolates each item, so that its
 * text direction does not affect its surroundings.
 */
export function listed(
  parts: readonly string[],
  { script, direction }: Pick<AboutLanguage, 'script' | 'direction'>,
  sign: ',' | ';' = ',',
): string {
  const ofArabic = sign === ',' ? '،' : '؛';
  return parts
    .map(direction === 'rtl' ? (part) => `\u2068${part}\u2069` : isolateBidi)
    .join(`${script === 'Arab' ? ofArabic : sign} `);
}

/**
 * Joins the non-empty parts of an address with commas. Each comma is in the script of the part
 * before it, whatever the language of the page.
 */
export function placeOf(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .reduce((place, part) => {
      if (place === '') return part;
      return `${place}${endsInArabic(place) ? '،' : ','} ${part}`;
    }, '');
}

/** Whether the text ends in Arabic script; digits and punctuation at the end are ignored. */
function endsInArabic(words: string): boolean {
  return /\p{Script=Arabic}/u.test(words.match(/\p{L}/gu)?.at(-1) ?? '');
}
