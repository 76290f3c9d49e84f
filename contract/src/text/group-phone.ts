import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A phone number grouped in its country's international format: "+91 98110 00009"; any other text
 * is unchanged.
 */
export function groupPhone(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}
