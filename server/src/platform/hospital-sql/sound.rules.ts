/** How names of Indian languages sound, whatever the script and the spelling. Pure. */
import anyAscii from 'any-ascii';

/** In Latin letters, as near as letters alone can tell. */
export function soundOf(text: string): string {
  // One letter of Tamil is both s and ch; at the beginning of names, where it counts, an s.
  return anyAscii(text.normalize('NFKC').replaceAll('ச', 'ஸ')).toLowerCase();
}

const spaces = /[^\p{L}\p{N}\p{M}]+/gu;

/** One spelling for the many that a word of an Indian language has in Latin letters. */
const soundFolds: readonly (readonly [RegExp, string])[] = [
  [/['’.]/gu, ''],
  [spaces, ' '],
  [/dzh|zh/gu, 'j'],
  [/ph/gu, 'f'],
  [/sh/gu, 's'],
  // A letter of its own, so that folding once more changes nothing.
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
  // The vowel that ends many words is written or not.
  [/(?<=\p{L}{3})a(?= |$)/gu, ''],
];

/** One spelling for the many of the same sound; text as soundOf leaves it. */
export function folded(text: string): string {
  let result = text;
  for (const [pattern, by] of soundFolds) result = result.replaceAll(pattern, by);
  return result.trim();
}

/** The consonants alone; scripts and spellings differ in which vowels they write. */
export function bonesOf(word: string): string {
  return word.replaceAll(/[aeiouy]/gu, '');
}
