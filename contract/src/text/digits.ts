/** Digits in any script. */

/** The ten digits of South Asian scripts, Arabic and Urdu. */
const digitsOfScripts =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/gu;

/** Replaces the digits of Baari's languages and of India's scripts with 0 to 9. */
export function withPlainDigits(value: string): string {
  // In Unicode, Arabic's zero is the first character of a block of 16. An Indian script's zero is
  // the seventh.
  return value.replaceAll(digitsOfScripts, (digit) => {
    const code = digit.charCodeAt(0);
    return String((code % 16) - (code < 0x900 ? 0 : 6));
  });
}
