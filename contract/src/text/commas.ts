/** What stands one beside the other in one line. The commas of Arabic letters are their own. */
import type { AboutLanguage } from '../languages.gen.ts';
import { aside } from './message-tools.ts';

/** "A, B" as the language writes it, without an "and"; each is kept together among words that run the other way. */
export function listed(
  parts: readonly string[],
  { script, direction }: Pick<AboutLanguage, 'script' | 'direction'>,
  sign: ',' | ';' = ',',
): string {
  const ofArabic = sign === ',' ? '،' : '؛';
  return parts
    .map(direction === 'rtl' ? (part) => `\u2068${part}\u2069` : aside)
    .join(`${script === 'Arab' ? ofArabic : sign} `);
}

/**
 * An address or a place of its parts, those that are given, whatever language it stands among: each comma is that of the
 * letters before it.
 */
export function placeOf(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .reduce((place, part) => {
      if (place === '') return part;
      return `${place}${endsInArabic(place) ? '،' : ','} ${part}`;
    }, '');
}

/** But for figures and signs. */
function endsInArabic(words: string): boolean {
  return /\p{Script=Arabic}/u.test(words.match(/\p{L}/gu)?.at(-1) ?? '');
}
