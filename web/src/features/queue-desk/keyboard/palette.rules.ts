/** What of a desk matches what is typed in its palette [DESK-6]. */
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';

/** Fewer digits would find half the hospital by phone. */
const fewestDigits = 3;

/** Each word typed is the beginning of a word of the text; blank matches all. */
export function matchesWords(typed: string, text: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((each) => words.some((word) => word.startsWith(each)));
}

/** By name, by token with or without its dash as a scanner types it, or by a part of the phone. */
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

/** Whether it is the address of a ticket, as its code holds it. */
export function isTicketAddress(text: string): boolean {
  return /^https?:\/\/[^/]+\/t\/[\w-]{16,}/u.test(text.trim());
}

/** Whose token it is, or the only one found; undefined where it is not sure. */
export function meantBy(search: string, found: readonly StaffEntry[]): StaffEntry | undefined {
  const sign = lettersAndDigits(search);
  const byToken = found.filter(({ token }) => token !== null && lettersAndDigits(token) === sign);
  const [only, ...others] = byToken.length > 0 ? byToken : found;
  return others.length === 0 ? only : undefined;
}

/** As a scanner and a person write the same token: without dash, spaces and capitals. */
function lettersAndDigits(text: string): string {
  return withPlainDigits(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '');
}
