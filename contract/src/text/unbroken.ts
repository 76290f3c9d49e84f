/** No line ends within a time: engines differ in the space before am and pm, ص and م in Arabic. */
export function unbroken(text: string): string {
  return text.replaceAll(/(?<=\d) (?=(?:[ap]m|[صم])(?!\p{L}))/giu, '\u202f');
}
