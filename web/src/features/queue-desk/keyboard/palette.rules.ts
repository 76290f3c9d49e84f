/** The matching rules of the desk's command palette [DESK-6]. */
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';

/** Fewer digits would match the phones of half the hospital. */
const fewestDigits = 3;

/** Whether each typed word is the beginning of a word of the text; an empty search matches all. */
export function matchesWords(typed: string, text: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((each) => words.some((word) => word.startsWith(each)));
}

/** Matches by name, by token with or without its dash, or by a part of the phone. */
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

/** Whether it is a ticket's address, as in its QR code. */
export function isTicketAddress(text: string): boolean {
  return /^https?:\/\/[^/]+\/t\/[\w-]{16,}/u.test(text.trim());
}

/** The entry with exactly this token, or the only match; undefined if ambiguous. */
export function meantBy(search: string, found: readonly StaffEntry[]): StaffEntry | undefined {
  const sign = lettersAndDigits(search);
  const byToken = found.filter(({ token }) => token !== null && lettersAndDigits(token) === sign);
  const [only, ...others] = byToken.length > 0 ? byToken : found;
  return others.length === 0 ? only : undefined;
}

/** Normalises a token: without dash, spaces and capitals. */
function lettersAndDigits(text: string): string {
  return withPlainDigits(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '');
}
