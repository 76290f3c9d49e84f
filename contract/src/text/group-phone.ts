import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number to call in groups, as its country writes it to foreigners: "+91 98110 00009"; any other text as it is. */
export function groupPhone(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}
