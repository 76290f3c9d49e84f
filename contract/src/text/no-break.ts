/**
 * Prevents a line break between a time and am or pm, or Arabic ص and م. JavaScript engines write
 * different spaces there.
 */
export function noBreak(text: string): string {
  return text.replaceAll(/(?<=\d) (?=(?:[ap]m|[صم])(?!\p{L}))/giu, '\u202f');
}
