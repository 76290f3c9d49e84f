/** An answer typed at a kiosk: today's token or the last digits of a phone [ARR-5]. */
import { withPlainDigits } from '@baari/contract/text/digits.ts';

export type KioskAnswer =
  | { readonly kind: 'token'; readonly letters: string; readonly number: number }
  | { readonly kind: 'phone'; readonly digits: string };

/**
 * The patients with these phone digits; verified numbers take precedence. A number merely typed
 * into a profile may be another person's and must not block its owner.
 */
export function meantByPhone<Expected extends { readonly is_phone_proved: boolean }>(
  matching: readonly Expected[],
): readonly Expected[] {
  const proved = matching.filter((one) => one.is_phone_proved);
  return proved.length > 0 ? proved : matching;
}

/** The fewest digits of a phone; fewer match too many people. */
const fewestDigits = 4;

/** Reads what was typed; undefined if it is neither a token nor digits. */
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
