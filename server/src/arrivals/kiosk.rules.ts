/**
 * Reads what a patient types at a kiosk: today's token number or the last digits of a phone number
 * [ARR-5].
 */
import { withPlainDigits } from '@baari/contract/text/digits.ts';

export type KioskAnswer =
  | { readonly kind: 'token'; readonly letters: string; readonly number: number }
  | { readonly kind: 'phone'; readonly digits: string };

/**
 * Of the patients whose phone number ends in these digits, those whose number is verified; if there
 * are none, all of them. An unverified number may belong to another person and must not keep its
 * real owner from checking in.
 */
export function meantByPhone<Expected extends { readonly is_phone_proved: boolean }>(
  matching: readonly Expected[],
): readonly Expected[] {
  const proved = matching.filter((one) => one.is_phone_proved);
  return proved.length > 0 ? proved : matching;
}

/**
 * The fewest digits of a phone number that a kiosk accepts. Fewer digits would match too many
 * people.
 */
const fewestDigits = 4;

/**
 * Reads what the patient typed at a kiosk; undefined if it is neither a token number nor digits of
 * a phone.
 */
export function readKioskAnswer(typed: string): KioskAnswer | undefined {
  const text = withPlainDigits(typed)
    .toUpperCase()
    .replaceAll(/[\s().+\p{Pd}\p{Bidi_Control}]/gu, '');
  const token = /^(?<letters>[A-Z]{1,3})(?<number>\d{1,6})$/u.exec(text)?.groups;
  if (token !== undefined) {
    return { kind: 'token', letters: token['letters'] ?? '', number: Number(token['number']) };
  }
  if (!/^\d+$/u.test(text) || text.length < fewestDigits) return undefined;
  return { kind: 'phone', digits: text };
}
