/**
 * Whether two hospitals could be taken for each other: by name, phone, mail or place [SEC-20]. Names
 * are compared by how they sound in any script and by how they look, so that neither a Cyrillic letter
 * nor a Hindi spelling makes another hospital of one.
 */
import anyAscii from 'any-ascii';
import unhomoglyph from 'unhomoglyph';

/** What a hospital is known by. */
export interface Essentials {
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  readonly zipCode: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export const likenessKinds = ['name', 'phone', 'email', 'place'] as const;
export type Likeness = (typeof likenessKinds)[number];

/** A hospital made ready to be compared with many. */
export interface Features {
  readonly essentials: Essentials;
  readonly sound: Spelling;
  readonly look: Spelling;
  readonly city: string;
  readonly address: string;
  readonly mailDomain: string;
}

/** A name without what every hospital is called. */
interface Spelling {
  readonly words: readonly string[];
  /** Without spaces. */
  readonly whole: string;
  readonly trigrams: ReadonlySet<string>;
  /** The consonants alone; scripts differ in which vowels they write. */
  readonly bones: string;
  readonly isLatin: boolean;
}

/** From here up two names are one, wherever the hospitals are; and where they are in one town. */
const sameName = 0.75;
const sameNameInTown = 0.55;
const sameAddress = 0.8;
/** Below this many consonants, bones say nothing. */
const fewestBones = 3;
const sameTownKm = 25;
const samePlaceKm = 0.1;

/** What two hospitals have in common that should tell them apart; none for two that are different. */
export function likenesses(one: Features, other: Features): Likeness[] {
  const found: Likeness[] = [];
  if (isSameName(one, other)) found.push('name');
  if (one.essentials.phone === other.essentials.phone) found.push('phone');
  if (isSameMail(one, other)) found.push('email');
  if (isSamePlace(one, other)) found.push('place');
  return found;
}

/** Whether a name is still the one it was, for whoever reads it. */
export function isAnotherName(before: string, now: string): boolean {
  return nameLikeness(spellingsOf(before), spellingsOf(now)) < sameName;
}

export function featuresOf(essentials: Essentials): Features {
  return {
    essentials,
    ...spellingsOf(essentials.name),
    city: folded(soundOf(essentials.city)).replaceAll(' ', ''),
    address: folded(soundOf(essentials.address)).replaceAll(' ', ''),
    mailDomain: looksLike(essentials.email.split('@').at(-1) ?? ''),
  };
}

function isSameName(one: Features, other: Features): boolean {
  const likeness = nameLikeness(one, other);
  if (likeness >= sameName) return true;
  if (!isInOneTown(one, other)) return false;
  return likeness >= sameNameInTown || holdsWords(one, other) || holdsWords(other, one);
}

type Spellings = Pick<Features, 'sound' | 'look'>;

/** 0 to 1: the closer of how two names sound and how they look. */
function nameLikeness(one: Spellings, other: Spellings): number {
  const sound = likenessOf(one.sound, other.sound);
  return Math.max(sound, likenessOf(one.look, other.look));
}

function likenessOf(one: Spelling, other: Spelling): number {
  if (one.whole === other.whole) return 1;
  // Between two scripts only the consonants are sure to be written.
  if (one.isLatin !== other.isLatin) {
    const shorter = Math.min(one.bones.length, other.bones.length);
    return shorter >= fewestBones && one.bones === other.bones ? 1 : 0;
  }
  return shared(one.trigrams, other.trigrams);
}

/** Whether a name says all that another does, and more: Sanjeevani Eye Hospital. */
function holdsWords({ sound: longer }: Features, { sound: shorter }: Features): boolean {
  const telling = shorter.words.filter((word) => word.length >= 4);
  return telling.length > 0 && telling.every((word) => longer.words.includes(word));
}

function isInOneTown(one: Features, other: Features): boolean {
  if (one.city === other.city && one.city !== '') return true;
  if (one.essentials.zipCode === other.essentials.zipCode) return true;
  const km = kilometres(one.essentials, other.essentials);
  return km !== undefined && km <= sameTownKm;
}

/** One mailbox, or one domain that is a hospital's own and not everybody's. */
function isSameMail(one: Features, other: Features): boolean {
  if (one.essentials.email.toLowerCase() === other.essentials.email.toLowerCase()) return true;
  return one.mailDomain === other.mailDomain && !everybodysDomains.has(one.mailDomain);
}

function isSamePlace(one: Features, other: Features): boolean {
  const km = kilometres(one.essentials, other.essentials);
  if (km !== undefined && km <= samePlaceKm) return true;
  if (one.address === '' || one.essentials.zipCode !== other.essentials.zipCode) return false;
  // 1 Main Road and 2 Main Road are two houses.
  if (numbersIn(one.address) !== numbersIn(other.address)) return false;
  return shared(trigramsOf(one.address), trigramsOf(other.address)) >= sameAddress;
}

function numbersIn(text: string): string {
  return (text.match(/\d+/gu) ?? []).join(' ');
}

const spaces = /[^\p{L}\p{N}\p{M}]+/gu;

function spellingsOf(name: string): Spellings {
  const plain = name.normalize('NFKC').toLowerCase();
  const isLatin = !/(?!\p{Script=Latin})\p{L}/u.test(plain);
  // What only looks like another script's letter is one of that script to the reader.
  return {
    sound: spellingOf(soundOf(plain), isLatin),
    look: spellingOf(looksLike(plain), true),
  };
}

function spellingOf(text: string, isLatin: boolean): Spelling {
  const all = folded(text)
    .split(' ')
    .filter((word) => word !== '');
  const telling = all.filter((word) => !genericWords.has(word));
  const words = telling.length > 0 ? telling : all;
  // Once more when it is put together: n e e v a is neeva.
  const whole = withoutGenericEnd(folded(words.join('')));
  return { words, whole, trigrams: trigramsOf(whole), bones: bonesOf(whole), isLatin };
}

/** In Latin letters, as near as letters alone can tell. */
function soundOf(text: string): string {
  return anyAscii(text.normalize('NFKC')).toLowerCase();
}

/** By the shapes of letters: what a reader takes it for. */
function looksLike(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  // Its table is large, and of plain letters it knows nothing that is not below.
  const shapes = isAscii.test(plain) ? plain : anyAscii(unhomoglyph(plain).toLowerCase());
  let result = shapes.toLowerCase();
  for (const [pattern, by] of lookFolds) result = result.replaceAll(pattern, by);
  return result;
}

// oxlint-disable-next-line no-control-regex -- ASCII begins with them
const isAscii = /^[\u0000-\u007f]*$/u;

/** Letters, digits and pairs that a reader takes for each other. */
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

function folded(text: string): string {
  let result = text;
  for (const [pattern, by] of soundFolds) result = result.replaceAll(pattern, by);
  return result.trim();
}

function bonesOf(word: string): string {
  return word.replaceAll(/[aeiouy]/gu, '');
}

/** What hospitals are called besides their name, in English and Hindi. */
const generic = [
  'hospital hospitals hosp clinic clinics polyclinic medical medicare healthcare health care centre center',
  'nursing home institute research trust foundation dispensary sanatorium maternity diagnostic diagnostics',
  'multispeciality multispecialty superspeciality superspecialty speciality specialty multi super general',
  'private pvt ltd limited llp the and of for dr doctor',
  'अस्पताल हॉस्पिटल हास्पिटल चिकित्सालय क्लिनिक औषधालय केंद्र केन्द्र सेंटर नर्सिंग होम मेडिकल का की के और',
]
  .join(' ')
  .split(' ');
const genericWords: ReadonlySet<string> = new Set([
  ...generic.map((word) => folded(soundOf(word))),
  ...generic.map((word) => folded(looksLike(word))),
]);
/** Glued to a name: SanjeevaniHospital. */
const genericEnds = ['hospital', 'hospitl', 'asptal', 'klinik', 'cikitsaly'].flatMap((word) => [
  folded(word),
  folded(looksLike(word)),
]);

function withoutGenericEnd(whole: string): string {
  const end = genericEnds.find((word) => whole.endsWith(word) && whole.length >= word.length + 4);
  return end === undefined ? whole : whole.slice(0, -end.length);
}

/** Mailboxes that anybody can have, and domains that many public hospitals share. */
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

/** 0 to 1: how much two sets have in common (Dice). */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0;
  for (const part of one) if (other.has(part)) both += 1;
  return one.size + other.size === 0 ? 0 : (2 * both) / (one.size + other.size);
}

const earthRadiusKm = 6371;

/** Along a great circle; undefined where either position is not known. */
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
