/** Cutting what stands at the ends of a text, in one pass: an expression would look from each place. */

/** The text without the characters at its end for which this holds. */
export function trimEnd(text: string, isCut: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isCut(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The same at both ends. */
export function trimBoth(text: string, isCut: (character: string) => boolean): string {
  const kept = trimEnd(text, isCut);
  let start = 0;
  while (start < kept.length && isCut(kept.charAt(start))) start += 1;
  return kept.slice(start);
}

/** An address as its paths are added to it. */
export function withoutTrailingSlash(address: string): string {
  return trimEnd(address, (character) => character === '/');
}
