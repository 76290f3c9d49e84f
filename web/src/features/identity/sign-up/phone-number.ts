/**
 * Phone numbers as people type them: a country code to choose, ten digits to type [VERI-4,
 * CONST-3].
 */

import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { dialledPhone } from '@baari/contract/fields.ts';

/** The first is the default. */
export const countryCodes = ['+91', '+1', '+44'] as const;
export type CountryCode = (typeof countryCodes)[number];

const nationalLength = 10;
/** National numbers of the offered countries have ten digits and do not start with zero. */
const national = /^[1-9]\d{9}$/u;

/**
 * The two fields of a phone number. The digits field may hold the start of an international number, with its plus.
 */
export interface TypedPhone {
  readonly countryCode: CountryCode;
  readonly digits: string;
}

/**
 * The two fields after typing, pasting or autofill: non-digits are removed, and a complete number
 * sets its country. An incomplete one stays as it is, so that each key adds to it.
 */
export function typedPhone(typed: string, countryCode: CountryCode): TypedPhone {
  const digits = dialled(typed);
  return wholePhone(digits) ?? { countryCode, digits: withoutCode(digits, countryCode) };
}

/** The digits, with a leading plus if one was typed. */
function dialled(typed: string): string {
  const plain = withPlainDigits(typed);
  const digits = plain.replaceAll(/\D/gu, '');
  return /^\D*\+/u.test(plain) ? `+${digits}` : digits;
}

/** A complete number with an offered country's code; a zero after the code is removed. */
function wholePhone(digits: string): TypedPhone | undefined {
  const international = internationalOf(digits);
  if (international === undefined) return undefined;
  for (const countryCode of countryCodes) {
    if (!international.startsWith(countryCode)) continue;
    const rest = international.slice(countryCode.length).replace(/^0/u, '');
    if (national.test(rest)) return { countryCode, digits: rest };
  }
  return undefined;
}

/** The number with a plus; undefined for a national number. */
function internationalOf(digits: string): string | undefined {
  if (digits.startsWith('+')) return digits;
  return digits.startsWith('00') ? `+${digits.slice(2)}` : undefined;
}

/** Removes a leading zero, or the chosen country's code, before ten digits. */
function withoutCode(digits: string, countryCode: CountryCode): string {
  if (internationalOf(digits) !== undefined) return digits;
  for (const before of ['0', countryCode.slice(1)]) {
    const rest = digits.slice(before.length);
    if (digits.startsWith(before) && national.test(rest)) return rest;
  }
  return digits;
}

/**
 * The number in E.164 form; undefined while incomplete. A number of another country is accepted as typed, with its
 * plus. No digit is ever removed.
 */
export function fullPhone({ countryCode, digits }: TypedPhone): string | undefined {
  const international = internationalOf(digits);
  if (international === undefined) {
    return digits.length === nationalLength ? `${countryCode}${digits}` : undefined;
  }
  if (countryCodes.some((code) => international.startsWith(code))) return undefined;
  return dialledPhone.safeParse(international).data;
}

/**
 * Splits an E.164 number into the two fields; one of another country stays whole in the digits
 * field.
 */
export function partsOfPhone(full: string): TypedPhone {
  return typedPhone(full, countryCodes[0]);
}
