/**
 * Prevents a line break within a time: engines differ in the space before am and pm, and before
 * Arabic ص and م.
 */
export function noBreak(text: string): string {
  return text.replaceAll(/(?<=\d) (?=(?:[ap]m|[صم])(?!\p{L}))/giu, '\u202f');
}
