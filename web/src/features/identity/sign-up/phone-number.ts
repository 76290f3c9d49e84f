/** Phone numbers as people type them: a country code to choose, ten digits to type [VERI-4, CONST-3]. */

import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { dialledPhone } from '@baari/contract/fields.ts';

/** The first is the default. */
export const countryCodes = ['+91', '+1', '+44'] as const;
export type CountryCode = (typeof countryCodes)[number];

const nationalLength = 10;
/** National numbers of the countries offered have ten digits, and none begins with zero. */
const national = /^[1-9]\d{9}$/u;

/** The two fields: what is in the field of digits may be the beginning of a whole number, with its plus. */
export interface TypedPhone {
  readonly countryCode: CountryCode;
  readonly digits: string;
}

/**
 * The two fields after a text was typed, pasted or filled in: everything but digits is dropped, and a number that is
 * whole gives its country code away. One that is not whole yet stays as it is, so that each key adds to what was typed.
 */
export function typedPhone(typed: string, countryCode: CountryCode): TypedPhone {
  const digits = dialled(typed);
  return wholePhone(digits) ?? { countryCode, digits: withoutCode(digits, countryCode) };
}

/** The digits, behind a plus where one was typed before them. */
function dialled(typed: string): string {
  const plain = withPlainDigits(typed);
  const digits = plain.replaceAll(/\D/gu, '');
  return /^\D*\+/u.test(plain) ? `+${digits}` : digits;
}

/** A number with the code of a country that is offered, once all its digits are there; a zero behind the code is dropped. */
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

/** With a plus; undefined for digits as they are dialled within a country. */
function internationalOf(digits: string): string | undefined {
  if (digits.startsWith('+')) return digits;
  return digits.startsWith('00') ? `+${digits.slice(2)}` : undefined;
}

/** Ten digits behind a leading zero, or behind the code of the country chosen, are those ten. */
function withoutCode(digits: string, countryCode: CountryCode): string {
  if (internationalOf(digits) !== undefined) return digits;
  for (const before of ['0', countryCode.slice(1)]) {
    const rest = digits.slice(before.length);
    if (digits.startsWith(before) && national.test(rest)) return rest;
  }
  return digits;
}

/**
 * E.164, or undefined while it is none. A number of a country that is not offered is taken as it is typed, with its
 * plus; nothing is ever cut.
 */
export function fullPhone({ countryCode, digits }: TypedPhone): string | undefined {
  const international = internationalOf(digits);
  if (international === undefined) {
    return digits.length === nationalLength ? `${countryCode}${digits}` : undefined;
  }
  if (countryCodes.some((code) => international.startsWith(code))) return undefined;
  return dialledPhone.safeParse(international).data;
}

/** An E.164 number as the two parts; one of a country that is not offered is whole in the field of digits. */
export function partsOfPhone(full: string): TypedPhone {
  return typedPhone(full, countryCodes[0]);
}
