/**
 * What a name claims beyond being a hospital: to be this product, or to speak for a state or for this
 * site. Nobody but the operator can tell whether that is so, so it waits for the operator [SEC-20].
 */
import { folded, soundOf } from '../platform/hospital-sql/sound.rules.ts';
import { officialLatin, officialOther, productLatin, productOther } from './name-words.rules.ts';
import { backwards, looksLike, spelt } from './resembles.rules.ts';

export const claimKinds = ['product', 'official'] as const;
export type Claim = (typeof claimKinds)[number];

/** What a name claims, in whatever script, look-alike letters or direction it is written. */
export function claimsOf(name: string): Claim[] {
  const readings = [plainOf(name), plainOf(backwards(name))];
  return claimKinds.filter((kind) => readings.some((reading) => tests[kind](reading)));
}

const tests: Readonly<Record<Claim, (plain: string) => boolean>> = {
  product: isProduct,
  official: (plain) =>
    plain.split(notInWords).some((word) => otherWords.has(word)) ||
    spellings(plain).some(isOfficial),
};

/** Letters that keyboards of two languages write apart, and joiners, are one. */
function plainOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Cf}\u{64B}-\u{652}]/gu, '')
    .replaceAll(/[يى]/gu, 'ی')
    .replaceAll('ك', 'ک')
    .replaceAll(/[ة]/gu, 'ہ');
}

const notInWords = /[^\p{L}\p{N}\p{M}]+/u;

interface Reading {
  /** In one spelling of the many that sound the same. */
  readonly words: readonly string[];
  readonly parts: readonly string[];
  /** Without spaces. */
  readonly whole: string;
}

/** A name as it sounds and as it looks. */
function spellings(plain: string): Reading[] {
  return [soundOf(plain), looksLike(plain)].map((text) => {
    const parts = text.split(/[^a-z\d]+/u);
    return { words: folded(text).split(' '), parts, whole: parts.join('') };
  });
}

const productLooks = productLatin.map(looksLike);
const productSounds = spelt([...productLatin, ...productOther]);

/** Barry and Bari are other names in Latin letters, which other scripts need not tell apart. */
function isProduct(plain: string): boolean {
  const isLatin = !/(?!\p{Script=Latin})\p{L}/u.test(plain);
  return spellings(plain).some(
    ({ words, parts, whole }) =>
      [whole, ...parts].some((word) => productLooks.some((look) => word.startsWith(look))) ||
      (!isLatin && words.some((word) => productSounds.has(word))),
  );
}

const latinWords = spelt(officialLatin);
const otherWords: ReadonlySet<string> = new Set(officialOther.map(plainOf));
/** Found within a word too: nothing else holds them. */
const longestClaims = ['official', 'helpline', 'helpdesk', 'government', 'ministry'].flatMap(
  (word) => [word, looksLike(word)],
);

function isOfficial({ words, whole }: Reading): boolean {
  return (
    words.some((word) => latinWords.has(word)) || longestClaims.some((word) => whole.includes(word))
  );
}
