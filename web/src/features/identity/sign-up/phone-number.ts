/**
 * Phone numbers as people type them: a country code to choose and ten digits to type [VERI-4,
 * CONST-3].
 */

import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { dialledPhone } from '@baari/contract/fields.ts';

/** The country codes to choose from. The first is the default. */
export const countryCodes = ['+91', '+1', '+44'] as const;
export type CountryCode = (typeof countryCodes)[number];

const nationalLength = 10;
/**
 * A national phone number in the offered countries. It has ten digits and does not start with zero.
 */
const national = /^[1-9]\d{9}$/u;

/**
 * The two form fields of a phone number. The digits field may contain the start of an international
 * number, with its plus sign.
 */
export interface TypedPhone {
  readonly countryCode: CountryCode;
  readonly digits: string;
}

/**
 * Returns the two fields after typing, pasting or autofill. Non-digits are removed, and a complete
 * international number selects its country; an incomplete number is kept as typed.
 */
export function typedPhone(typed: string, countryCode: CountryCode): TypedPhone {
  const digits = dialled(typed);
  return wholePhone(digits) ?? { countryCode, digits: withoutCode(digits, countryCode) };
}

/** Returns the digits of the text, with a leading plus sign if the user typed one. */
function dialled(typed: string): string {
  const plain = withPlainDigits(typed);
  const digits = plain.replaceAll(/\D/gu, '');
  return /^\D*\+/u.test(plain) ? `+${digits}` : digits;
}

/**
 * Returns the two fields if the digits are a complete number with an offered country's code. A zero
 * after the country code is removed.
 */
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

/** Returns the international number with a plus sign. Undefined if the number is a national one. */
function internationalOf(digits: string): string | undefined {
  if (digits.startsWith('+')) return digits;
  return digits.startsWith('00') ? `+${digits.slice(2)}` : undefined;
}

/** Removes a leading zero, or the chosen country's code, if ten digits remain. */
function withoutCode(digits: string, countryCode: CountryCode): string {
  if (internationalOf(digits) !== undefined) return digits;
  for (const before of ['0', countryCode.slice(1)]) {
    const rest = digits.slice(before.length);
    if (digits.startsWith(before) && national.test(rest)) return rest;
  }
  return digits;
}

/**
 * Returns the phone number in E.164 form; undefined while it is incomplete. A number of a country
 * that is not offered is accepted as typed, with its plus sign.
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
 * Splits an E.164 phone number into the two fields. A number of a country that is not offered stays
 * whole in the digits field.
 */
export function partsOfPhone(full: string): TypedPhone {
  return typedPhone(full, countryCodes[0]);
}
