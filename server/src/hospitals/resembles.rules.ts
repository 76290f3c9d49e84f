/**
 * Whether two hospitals could be mistaken for each other: by name, phone, mail or place [SEC-20].
 * Names are compared by sound in any script, and by look. So a Cyrillic letter or a Hindi spelling
 * does not make a different hospital.
 */
import anyAscii from 'any-ascii';
import unhomoglyph from 'unhomoglyph';
import { callingCode } from '../platform/messages/sms/calling-code.rules.ts';
import { bonesOf, folded, soundOf } from '../platform/hospital-sql/sound.rules.ts';
import { acrossArabic, isOneAcrossArabic } from './arabic-letters.rules.ts';
import { generic, places, specialities } from './name-words.rules.ts';

/** The identifying data of a hospital. */
export interface Essentials {
  readonly name: string;
  /** The phone in E.164 form. */
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  readonly zipCode: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const likenessKinds = ['name', 'phone', 'email', 'place'] as const;
export type Likeness = (typeof likenessKinds)[number];

/** A hospital's data prepared for many comparisons. */
export interface Features {
  readonly essentials: Essentials;
  readonly sound: Spelling;
  readonly look: Spelling;
  /** The name without towns and specialities: only Sanjeevani for Sanjeevani Eye Clinic Nagpur. */
  readonly bare: Spellings;
  /** The name reversed, as a direction mark or mirror writing shows it. */
  readonly backwards: () => Spellings;
  readonly city: string;
  readonly zipCode: string;
  readonly address: string;
  readonly phone: string;
  readonly mailDomain: string;
}

/** A name without generic words. */
interface Spelling {
  /** The text of the name before any word was removed. */
  readonly text: string;
  readonly words: readonly string[];
  /** The name without spaces. */
  readonly whole: string;
  readonly trigrams: ReadonlySet<string>;
  /** Only the consonants of the name, since scripts differ in which vowels they write. */
  readonly bones: string;
  /**
   * The consonants, with sounds merged that some scripts do not distinguish: Bengali has no v, Tamil no j.
   */
  readonly bareBones: string;
  /** The form of the name that is compared with names in Arabic letters. */
  readonly acrossArabic: () => string;
  /** The letters of the name in alphabetical order, which are equal for a name and its reverse. */
  readonly letters: () => string;
  readonly script: 'latin' | 'arabic' | 'other';
}

/**
 * The similarity from which two names count as the same in different towns. `sameNameInTown` is the
 * similarity in the same town.
 */
const sameName = 0.75;
const sameNameInTown = 0.55;
const sameAddress = 0.8;
/** The fewest consonants for which names are compared by their consonants alone. */
const fewestBones = 3;
/**
 * With at least this many consonants, two names with equal consonants count as the same even within
 * one script. An example is Sanjevani and Sanjeevani.
 */
const distinctiveBones = 5;
/**
 * The share of a shorter address that the longer address must contain. Addresses below
 * `distinctiveAddress` characters are too short for this comparison.
 */
const heldAddress = 0.9;
const distinctiveAddress = 14;
const sameTownKm = 25;
const samePlaceKm = 0.1;

/** The identifying data that two hospitals share; empty if they share none. */
export function likenesses(one: Features, other: Features): Likeness[] {
  const found: Likeness[] = [];
  if (isSameName(one, other)) found.push('name');
  if (one.phone === other.phone) found.push('phone');
  if (isSameMail(one, other)) found.push('email');
  if (isSamePlace(one, other)) found.push('place');
  return found;
}

/** Whether a reader would take a hospital's new name for the name of another hospital. */
export function isAnotherName(before: string, now: string): boolean {
  return nameLikeness(spellingsOf(before), spellingsOf(now)) < sameName;
}

export function featuresOf(essentials: Essentials): Features {
  const city = folded(soundOf(essentials.city));
  const town = city.split(' ');
  const isBranch = (word: string) => branchWords.has(word) || town.includes(word);
  const { sound, look } = spellingsOf(essentials.name);
  return {
    essentials,
    sound,
    look,
    bare: { sound: without(sound, isBranch), look: without(look, isBranch) },
    backwards: once(() => spellingsOf(backwards(essentials.name))),
    city: city.replaceAll(' ', ''),
    zipCode: soundOf(essentials.zipCode).replaceAll(notInCodes, ''),
    phone: dialled(essentials.phone),
    address: folded(soundOf(essentials.address)).replaceAll(' ', ''),
    mailDomain: looksLike(essentials.email.split('@').at(-1) ?? ''),
  };
}

const notInCodes = /[^a-z\d]+/gu;

/** A phone number without the national prefix 0. */
function dialled(phone: string): string {
  const code = callingCode(phone);
  return code + phone.slice(code.length + 1).replace(/^0+/u, '');
}

function isSameName(one: Features, other: Features): boolean {
  const likeness = nameLikeness(one, other);
  if (likeness >= sameName || isSameBehind(one, other)) return true;
  if (!isInOneTown(one, other)) return false;
  return likeness >= sameNameInTown || holdsWords(one, other) || holdsWords(other, one);
}

/**
 * Whether two hospitals have the same name apart from a town or a speciality, or if one name is
 * reversed.
 */
function isSameBehind(one: Features, other: Features): boolean {
  const isBare = one.bare.sound !== one.sound || other.bare.sound !== other.sound;
  if (isBare && nameLikeness(one.bare, other.bare) >= sameName) return true;
  if (!hasLettersOf(one.look, other.look) && !hasLettersOf(one.sound, other.sound)) return false;
  return (
    nameLikeness(one.backwards(), other) >= sameName ||
    nameLikeness(one, other.backwards()) >= sameName
  );
}

/**
 * Whether the longer name has all letters of the shorter name. This test is cheaper than reversing
 * the name.
 */
function hasLettersOf(one: Spelling, other: Spelling): boolean {
  const [shorter = '', longer = ''] = [one.letters(), other.letters()].toSorted(
    (a, b) => a.length - b.length,
  );
  let found = 0;
  for (let at = 0; at < longer.length && found < shorter.length; at += 1) {
    if (longer[at] === shorter[found]) found += 1;
    else if ((longer[at] ?? '') > (shorter[found] ?? '')) return false;
  }
  return found === shorter.length;
}

/** The name with its graphemes reversed, as a reader would see it. */
export function backwards(name: string): string {
  return Array.from(letters.segment(name.normalize('NFKC')), ({ segment }) => segment)
    .toReversed()
    .join('');
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

type Spellings = Readonly<Record<'sound' | 'look', Spelling>>;

/** How alike two names are, 0 to 1: the higher of the similarities by sound and by look. */
function nameLikeness(one: Spellings, other: Spellings): number {
  const sound = likenessOf(one.sound, other.sound);
  return Math.max(sound, likenessOf(one.look, other.look));
}

function likenessOf(one: Spelling, other: Spelling): number {
  if (one.whole === other.whole) return 1;
  if (one.script === 'arabic' || other.script === 'arabic') {
    if (isOneAcrossArabic(one.acrossArabic(), other.acrossArabic())) return 1;
  }
  // Between two scripts only the consonants are reliable.
  if (one.script !== other.script && (one.script === 'latin' || other.script === 'latin')) {
    const shorter = Math.min(one.bones.length, other.bones.length);
    return shorter >= fewestBones && one.bareBones === other.bareBones ? 1 : 0;
  }
  if (one.bones.length >= distinctiveBones && one.bones === other.bones) return 1;
  return shared(one.trigrams, other.trigrams);
}

/**
 * Whether a name has all words of another name, and more words, as Sanjeevani Eye Hospital has
 * those of Sanjeevani Hospital.
 */
function holdsWords({ sound: longer }: Features, { sound: shorter }: Features): boolean {
  const distinctive = shorter.words.filter((word) => word.length >= 4);
  return distinctive.length > 0 && distinctive.every((word) => longer.words.includes(word));
}

function isInOneTown(one: Features, other: Features): boolean {
  if (one.city === other.city && one.city !== '') return true;
  if (one.zipCode === other.zipCode && one.zipCode !== '') return true;
  const km = kilometres(one.essentials, other.essentials);
  return km !== undefined && km <= sameTownKm;
}

/**
 * Whether two hospitals have the same mailbox, mail domain or subdomain; the domains of public mail
 * providers do not count.
 */
function isSameMail(one: Features, other: Features): boolean {
  if (one.essentials.email.toLowerCase() === other.essentials.email.toLowerCase()) return true;
  return isWithin(one.mailDomain, other.mailDomain) || isWithin(other.mailDomain, one.mailDomain);
}

function isWithin(domain: string, above: string): boolean {
  if (everybodysDomains.has(above) || !above.includes('.')) return false;
  return domain === above || domain.endsWith(`.${above}`);
}

function isSamePlace(one: Features, other: Features): boolean {
  const km = kilometres(one.essentials, other.essentials);
  if (km !== undefined && km <= samePlaceKm) return true;
  if (one.address === '' || !isInOneTown(one, other)) return false;
  // Many towns have a Main Road in each quarter, so a short address counts only with the same
  // postal code.
  const isDistinctive = Math.min(one.address.length, other.address.length) >= distinctiveAddress;
  if (!isDistinctive && one.zipCode !== other.zipCode) return false;
  // 1 Main Road and 2 Main Road are two buildings.
  if (numbersIn(one.address) !== numbersIn(other.address)) return false;
  return isSameAddress(one.address, other.address);
}

/**
 * Whether two addresses have the same words, or the longer address has all words of the shorter,
 * for example if only one names the quarter.
 */
function isSameAddress(one: string, other: string): boolean {
  const [here, there] = [trigramsOf(one), trigramsOf(other)];
  if (shared(here, there) >= sameAddress) return true;
  const [shorter, longer] = here.size < there.size ? [here, there] : [there, here];
  if (Math.min(one.length, other.length) < distinctiveAddress) return false;
  const held = [...shorter].filter((part) => longer.has(part)).length;
  return held / shorter.size >= heldAddress;
}

function numbersIn(text: string): string {
  return (text.match(/\d+/gu) ?? []).join(' ');
}

function spellingsOf(name: string): Spellings {
  const plain = name.normalize('NFKC').toLowerCase();
  const spoken = soundOf(plain.replaceAll(arabicArticle, ''));
  // A lookalike letter counts as a letter of the surrounding script.
  return {
    sound: spellingOf(spoken, scriptOf(plain)),
    look: spellingOf(looksLike(plain), 'latin'),
  };
}

/** The Arabic article "al-", which other scripts leave out. */
const arabicArticle = /(?<!\p{L})ال(?=\p{L}{3})/gu;

function scriptOf(text: string): Spelling['script'] {
  if (!/(?!\p{Script=Latin})\p{L}/u.test(text)) return 'latin';
  return /\p{Script=Arabic}/u.test(text) ? 'arabic' : 'other';
}

function spellingOf(text: string, script: Spelling['script']): Spelling {
  const all = folded(text)
    .split(' ')
    .filter((word) => word !== '');
  const distinctive = all.filter((word) => !genericWords.has(word));
  return spellingOfWords(distinctive.length > 0 ? distinctive : all, text, script);
}

/**
 * The spelling without some of its words. It stays unchanged if nothing would be left or none of
 * the words occurs.
 */
function without(spelling: Spelling, isLeftOut: (word: string) => boolean): Spelling {
  const words = spelling.words.filter((word) => !isLeftOut(word));
  if (words.length === 0 || words.length === spelling.words.length) return spelling;
  return spellingOfWords(words, spelling.text, spelling.script);
}

function spellingOfWords(
  words: readonly string[],
  text: string,
  script: Spelling['script'],
): Spelling {
  // Folds the joined text once more, so that n e e v a becomes neeva.
  const whole = withoutGenericEnd(folded(words.join('')));
  const bones = bonesOf(whole);
  const bareBones = bones.replaceAll('b', 'v').replaceAll('j', 's');
  const trigrams = trigramsOf(whole);
  return {
    text,
    words,
    whole,
    trigrams,
    bones,
    bareBones,
    script,
    acrossArabic: once(() => acrossArabic(soundsOf(words, text))),
    letters: once(() => Array.from(whole).toSorted().join('')),
  };
}

/**
 * The given words in their original spelling, because the folded spelling has already decided
 * whether each w and y is a vowel.
 */
function soundsOf(words: readonly string[], text: string): string {
  const parts = text.split(notInWords).filter((part) => words.includes(folded(part)));
  return parts.length > 0 ? parts.join('') : text;
}

/** Computes a value on first use, since most hospitals already differ in an earlier comparison. */
function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const notInWords = /[^\p{L}\p{N}\p{M}'’.]+/u;

/** The text by the shapes of its letters, as a reader sees it. */
export function looksLike(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  // Skips the large homoglyph table for ASCII, which the folds below cover.
  const shapes = isAscii.test(plain) ? plain : anyAscii(unhomoglyph(plain).toLowerCase());
  let result = shapes.toLowerCase();
  for (const [pattern, by] of lookFolds) result = result.replaceAll(pattern, by);
  return result;
}

// oxlint-disable-next-line no-control-regex -- ASCII includes control characters
const isAscii = /^[\u0000-\u007f]*$/u;

/**
 * Letters, digits and pairs of letters that look alike, each with the letter that replaces them.
 */
const lookFolds: readonly (readonly [RegExp, string])[] = [
  [/[l1|!]/gu, 'i'],
  [/0/gu, 'o'],
  [/[5$]/gu, 's'],
  [/3/gu, 'e'],
  [/[4@]/gu, 'a'],
  [/8/gu, 'b'],
  [/rn/gu, 'm'],
  [/vv/gu, 'w'],
];

const genericWords = spelt(generic);
/** Words that alone do not distinguish a hospital from a hospital in another town. */
const branchWords = spelt([...places, ...specialities]);

/** The spellings by sound and by look of each of the given words. */
export function spelt(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.flatMap((word) => [folded(soundOf(word)), folded(looksLike(word))]));
}
/** Generic words that may be written together with a name, as in SanjeevaniHospital. */
const genericEnds = ['hospital', 'hospitl', 'asptal', 'klinik', 'cikitsaly'].flatMap((word) => [
  folded(word),
  folded(looksLike(word)),
]);

function withoutGenericEnd(whole: string): string {
  const end = genericEnds.find((word) => whole.endsWith(word) && whole.length >= word.length + 4);
  return end === undefined ? whole : whole.slice(0, -end.length);
}

/** Public mail providers, and domains shared by many public hospitals. */
const everybodysDomains: ReadonlySet<string> = new Set(
  [
    'gmail.com',
    'googlemail.com',
    'yahoo.com',
    'yahoo.co.in',
    'yahoo.in',
    'ymail.com',
    'rocketmail.com',
    'outlook.com',
    'outlook.in',
    'hotmail.com',
    'live.com',
    'live.in',
    'msn.com',
    'icloud.com',
    'me.com',
    'rediffmail.com',
    'rediff.com',
    'zoho.com',
    'zohomail.in',
    'proton.me',
    'protonmail.com',
    'aol.com',
    'gmx.com',
    'gmx.net',
    'mail.com',
    'yandex.com',
    'fastmail.com',
    'sify.com',
    'in.com',
    'nic.in',
    'gov.in',
  ].map(looksLike),
);

function trigramsOf(word: string): ReadonlySet<string> {
  const padded = `  ${word} `;
  const found = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3));
  return found;
}

/** How much two sets overlap, 0 to 1 (Dice coefficient). */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0;
  for (const part of one) if (other.has(part)) both += 1;
  return one.size + other.size === 0 ? 0 : (2 * both) / (one.size + other.size);
}

const earthRadiusKm = 6371;

/** Great-circle distance; undefined if either position is unknown. */
function kilometres(one: Essentials, other: Essentials): number | undefined {
  if (one.latitude === null || one.longitude === null) return undefined;
  if (other.latitude === null || other.longitude === null) return undefined;
  const toRadians = Math.PI / 180;
  const north = (other.latitude - one.latitude) * toRadians;
  const east = (other.longitude - one.longitude) * toRadians;
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(one.latitude * toRadians) *
      Math.cos(other.latitude * toRadians) *
      Math.sin(east / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
}
