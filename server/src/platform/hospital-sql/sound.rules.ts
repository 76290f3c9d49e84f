/**
 * Computes how names of Indian languages sound, whatever the script and spelling (phonetic keys).
 * Pure.
 */
import anyAscii from 'any-ascii';

/** Transliterates a text to Latin letters, as closely as single letters allow. */
export function soundOf(text: string): string {
  // One Tamil letter is read as s or as ch; at the beginning of names it is an s.
  return anyAscii(text.normalize('NFKC').replaceAll('ச', 'ஸ')).toLowerCase();
}

const spaces = /[^\p{L}\p{N}\p{M}]+/gu;

/** Replaces the many Latin spellings of the same Indian sound by one spelling. */
const soundFolds: readonly (readonly [RegExp, string])[] = [
  [/['’.]/gu, ''],
  [spaces, ' '],
  [/dzh|zh/gu, 'j'],
  [/ph/gu, 'f'],
  [/sh/gu, 's'],
  // The letters ch are replaced by a letter that no rule changes, so that a second run changes
  // nothing.
  [/ch+/gu, 'č'],
  [/c(?=[eiy])/gu, 's'],
  [/ck|c|q/gu, 'k'],
  [/(?<=[bdgjkt])h/gu, ''],
  [/w/gu, 'v'],
  [/z/gu, 'j'],
  [/x/gu, 'ks'],
  [/ee|ea|ii/gu, 'i'],
  [/oo|ou|uu/gu, 'u'],
  [/y(?= |$)/gu, 'i'],
  [/m(?=[^aeiou\d ])/gu, 'n'],
  [/(?<letter>\p{L})\k<letter>+/gu, '$<letter>'],
  // Many words are written with or without their final vowel.
  [/(?<=\p{L}{3})a(?= |$)/gu, ''],
];

/** Replaces spellings with the same sound by one spelling. The text must come from `soundOf`. */
export function folded(text: string): string {
  let result = text;
  for (const [pattern, by] of soundFolds) result = result.replaceAll(pattern, by);
  return result.trim();
}

/**
 * Reduces a word to its consonants, because scripts and spellings differ in the vowels they write.
 */
export function bonesOf(word: string): string {
  return word.replaceAll(/[aeiouy]/gu, '');
}
