/**
 * Detects names that claim to be this product, a state institution or this site. A hospital with
 * such a name waits for the operator's approval [SEC-20].
 */
import { folded, soundOf } from '../platform/hospital-sql/sound.rules.ts';
import { officialLatin, officialOther, productLatin, productOther } from './name-words.rules.ts';
import { backwards, looksLike, spelt } from './resembles.rules.ts';

export const claimKinds = ['product', 'official'] as const;
export type Claim = (typeof claimKinds)[number];

/**
 * The claims that a hospital's name makes, found even in another script, with lookalike letters or
 * reversed.
 */
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

/** Unifies letters that keyboards of two languages encode differently, and removes joiners. */
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
  /** The words of the name; spellings that sound the same are unified. */
  readonly words: readonly string[];
  readonly parts: readonly string[];
  /** The name without spaces. */
  readonly whole: string;
}

/** The spellings of a name by sound and by look. */
function spellings(plain: string): Reading[] {
  return [soundOf(plain), looksLike(plain)].map((text) => {
    const parts = text.split(/[^a-z\d]+/u);
    return { words: folded(text).split(' '), parts, whole: parts.join('') };
  });
}

const productLooks = productLatin.map(looksLike);
const productSounds = spelt([...productLatin, ...productOther]);

/**
 * Whether a name contains the product's name. Barry and Bari are different names in Latin letters,
 * but may be equal in other scripts.
 */
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
/** Claims that also count inside a longer word, because no harmless word contains them. */
const longestClaims = ['official', 'helpline', 'helpdesk', 'government', 'ministry'].flatMap(
  (word) => [word, looksLike(word)],
);

function isOfficial({ words, whole }: Reading): boolean {
  return (
    words.some((word) => latinWords.has(word)) || longestClaims.some((word) => whole.includes(word))
  );
}
