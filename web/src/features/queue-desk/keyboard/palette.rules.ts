/** The rules by which the desk's command palette finds patients, doctors and commands [DESK-6]. */
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';

/**
 * The minimum number of digits of a search by phone number. Fewer digits would match half of the
 * hospital's patients.
 */
const fewestDigits = 3;

/**
 * Whether each typed word is the beginning of a word in the text. An empty search matches every
 * text.
 */
export function matchesWords(typed: string, text: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((each) => words.some((word) => word.startsWith(each)));
}

/**
 * Whether a queue entry matches the search by name, by token number with or without its dash, or by
 * a part of the phone number.
 */
export function matchesEntry(typed: string, { patient, token }: StaffEntry): boolean {
  if (matchesWords(typed, patient.fullName)) return true;
  const sign = lettersAndDigits(typed);
  if (sign !== '' && token !== null && lettersAndDigits(token).startsWith(sign)) return true;
  const plain = withPlainDigits(typed);
  const digits = plain.replaceAll(/\D/gu, '');
  const isNumber = /^[\d\s+()\p{Pd}\p{Bidi_Control}]+$/u.test(plain);
  const phone = (patient.phone ?? '').replaceAll(/\D/gu, '');
  return isNumber && digits.length >= fewestDigits && phone.includes(digits);
}

function wordsOf(text: string): string[] {
  return text
    .toLocaleLowerCase()
    .split(/[\s.,–-]+/u)
    .filter((word) => word !== '');
}

/** Whether a text is the URL of a ticket. A ticket's QR code contains this URL. */
export function isTicketAddress(text: string): boolean {
  return /^https?:\/\/[^/]+\/t\/[\w-]{16,}/u.test(text.trim());
}

/**
 * Returns the queue entry with exactly this token number, or the only match. Undefined if several
 * entries match.
 */
export function meantBy(search: string, found: readonly StaffEntry[]): StaffEntry | undefined {
  const sign = lettersAndDigits(search);
  const byToken = found.filter(({ token }) => token !== null && lettersAndDigits(token) === sign);
  const [only, ...others] = byToken.length > 0 ? byToken : found;
  return others.length === 0 ? only : undefined;
}

/**
 * Normalises a token number: removes the dash and spaces, and converts capital letters to small
 * ones.
 */
function lettersAndDigits(text: string): string {
  return withPlainDigits(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '');
}
