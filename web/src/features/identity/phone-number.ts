/** Phone numbers as people type them: a country code to choose, ten digits to type [VERI-4, CONST-3]. */

import { withPlainDigits } from '@baari/contract/digits.ts';
import { phone } from '@baari/contract/fields.ts';

/** The first is the default. */
export const countryCodes = ['+91', '+1', '+44'] as const;
export type CountryCode = (typeof countryCodes)[number];

const nationalLength = 10;

export interface TypedPhone {
  readonly countryCode: CountryCode;
  readonly digits: string;
}

/**
 * What a text typed or pasted means: the two parts, the country by its code where it brings one. One of a
 * country that is not offered is `foreign`, whole: nothing of it is cut.
 */
export function typedPhone(
  typed: string,
  countryCode: CountryCode,
): TypedPhone | { readonly foreign: string } {
  const plain = withPlainDigits(typed).trim();
  const given = phone.safeParse(plain);
  if (/^(?:\+|00)/u.test(plain) && given.success) {
    return partsOfPhone(given.data) ?? { foreign: given.data };
  }
  return { countryCode, digits: nationalDigits(plain, countryCode) };
}

/** What counts of a text typed or pasted: its digits, without the country code or a leading zero. */
export function nationalDigits(typed: string, countryCode: CountryCode): string {
  const digits = withPlainDigits(typed).replaceAll(/\D/gu, '');
  if (digits.length <= nationalLength) return digits;
  const code = countryCode.slice(1);
  const hasCode = digits.startsWith(code) && digits.length === code.length + nationalLength;
  const rest = hasCode ? digits.slice(code.length) : digits.replace(/^0+/u, '');
  return rest.slice(0, nationalLength);
}

/** E.164, or undefined while it is not ten digits. */
export function fullPhone({ countryCode, digits }: TypedPhone): string | undefined {
  return digits.length === nationalLength ? `${countryCode}${digits}` : undefined;
}

/** An E.164 number as the two parts; undefined for one of another country or length. */
export function partsOfPhone(full: string): TypedPhone | undefined {
  const countryCode = countryCodes.find(
    (code) => full.startsWith(code) && full.length === code.length + nationalLength,
  );
  return countryCode && { countryCode, digits: full.slice(countryCode.length) };
}
