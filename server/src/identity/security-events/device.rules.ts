/** Describes a device in words that people recognise, and its network without the full address. */

export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/**
 * The first expression that matches the User-Agent header wins, because most browsers also name
 * older browsers in the header.
 */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//u, 'Edge'],
  [/\bOPR\/|\bOpera\b/u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//u, 'Firefox'],
  // Chrome in headless mode names itself HeadlessChrome.
  [/\b(?:Headless)?Chrome\/|\bCriOS\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/u, 'iPadOS'],
  [/\biPhone\b/u, 'iOS'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bMac OS X\b/u, 'macOS'],
  [/\bLinux\b/u, 'Linux'],
];

/** The browser and system of a User-Agent header; product names are the same in every language. */
export function deviceOf(userAgent: string | null): Device {
  return { browser: named(browsers, userAgent), system: named(systems, userAgent) };
}

/**
 * Shortens a network address for display, such as to 203.0.113.x or to the first three groups of an
 * IPv6 address. Returns null for any other text, because mails show the result unchanged.
 */
export function coarseAddress(address: string | null): string | null {
  if (address === null || address === '') return null;
  const plain = address.replace(/^::ffff:(?=\d+\.)/iu, '');
  const ipv4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/u.exec(plain)?.[1];
  if (ipv4 !== undefined) return `${ipv4}.x`;
  const groups = plain.split('::')[0]?.split(':').slice(0, 3) ?? [];
  const isIpv6 = plain.includes(':') && groups.every((group) => /^[\da-f]{0,4}$/iu.test(group));
  return isIpv6 ? `${groups.join(':')}::x` : null;
}

function named(list: readonly (readonly [RegExp, string])[], text: string | null): string | null {
  return list.find(([pattern]) => pattern.test(text ?? ''))?.[1] ?? null;
}
