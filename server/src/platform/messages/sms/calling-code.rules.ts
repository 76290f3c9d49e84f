/** Finds the country calling code of a phone number by the E.164 plan. */

/** Calling codes of one and two digits; all others have three, and no code is a prefix of another. */
const shortCodes: ReadonlySet<string> = new Set(
  [
    '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49',
    '51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98',
  ]
    .join(' ')
    .split(' '),
);

/** The calling code of a phone number without the plus: 91 for +919876543210. */
export function callingCode(phone: string): string {
  const digits = phone.replace('+', '');
  const short = [digits.slice(0, 1), digits.slice(0, 2)].find((code) => shortCodes.has(code));
  return short ?? digits.slice(0, 3);
}

/** The most text messages per day by calling code; `*` is the limit of every other country. */
export type SmsLimits = ReadonlyMap<string, number>;

/** How many text messages per day may go to a country. */
export function smsLimitOf(limits: SmsLimits, code: string): number {
  return limits.get(code) ?? limits.get('*') ?? 0;
}

/** Parses a setting such as +91=5000,*=200; returns undefined if it is malformed. */
export function readSmsLimits(text: string): SmsLimits | undefined {
  const limits = new Map<string, number>();
  for (const part of text.split(',').map((part) => part.trim())) {
    const [code = '', count = '', ...more] = part.split('=').map((side) => side.trim());
    const name = code.replace(/^\+/u, '');
    if (more.length > 0 || !/^\d{1,7}$/u.test(count) || !/^(?:\d{1,3}|\*)$/u.test(name)) {
      return undefined;
    }
    if (name !== '*' && callingCode(`${name}0000000000`) !== name) return undefined;
    limits.set(name, Number(count));
  }
  return limits.has('*') ? limits : undefined;
}
