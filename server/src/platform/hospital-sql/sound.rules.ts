/** How names of Indian languages sound, whatever the script and spelling (phonetic keys). Pure. */
import anyAscii from 'any-ascii';

/** Transliterates to Latin letters, as closely as single letters allow. */
export function soundOf(text: string): string {
  // One Tamil letter is both s and ch; at the beginning of names it is an s.
  return anyAscii(text.normalize('NFKC').replaceAll('ச', 'ஸ')).toLowerCase();
}

const spaces = /[^\p{L}\p{N}\p{M}]+/gu;

/** Folds the many Latin spellings of an Indian word into one. */
const soundFolds: readonly (readonly [RegExp, string])[] = [
  [/['’.]/gu, ''],
  [spaces, ' '],
  [/dzh|zh/gu, 'j'],
  [/ph/gu, 'f'],
  [/sh/gu, 's'],
  // A separate letter, so that folding twice changes nothing.
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

/** Folds spellings with the same sound into one; takes text from `soundOf`. */
export function folded(text: string): string {
  let result = text;
  for (const [pattern, by] of soundFolds) result = result.replaceAll(pattern, by);
  return result.trim();
}

/** Only the consonants of a word, because scripts and spellings differ in the vowels they write. */
export function bonesOf(word: string): string {
  return word.replaceAll(/[aeiouy]/gu, '');
}
