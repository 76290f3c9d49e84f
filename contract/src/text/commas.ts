/** Lists of items in one line, with the commas of Arabic script. */
import type { AboutLanguage } from '../languages.gen.ts';
import { isolateBidi } from './message-tools.ts';

/**
 * "A, B" in the language, without an "and"; isolates each part among words of the other direction.
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
 * An address from its non-empty parts, in any surrounding language: each comma follows the script
 * before it.
 */
export function placeOf(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .reduce((place, part) => {
      if (place === '') return part;
      return `${place}${endsInArabic(place) ? '،' : ','} ${part}`;
    }, '');
}

/** Whether the words end in Arabic script; digits and punctuation are ignored. */
function endsInArabic(words: string): boolean {
  return /\p{Script=Arabic}/u.test(words.match(/\p{L}/gu)?.at(-1) ?? '');
}
