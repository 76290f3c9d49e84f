/** Trims the ends of a text in one pass; a regular expression would be quadratic. */

/** The text without the trailing characters for which `isCut` holds. */
export function trimEnd(text: string, isCut: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isCut(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text without the characters at both ends for which `isCut` returns true. */
export function trimBoth(text: string, isCut: (character: string) => boolean): string {
  const kept = trimEnd(text, isCut);
  let start = 0;
  while (start < kept.length && isCut(kept.charAt(start))) start += 1;
  return kept.slice(start);
}

/** A base address without a trailing slash, so that paths can be appended. */
export function withoutTrailingSlash(address: string): string {
  return trimEnd(address, (character) => character === '/');
}
