/** The addresses in a text, one a line or with commas, semicolons or spaces between; each once. */
export function addressesIn(text: string): string[] {
  const found = text.split(/[\s,;]+/u).filter((part) => part !== '');
  return [...new Map(found.map((each) => [each.toLowerCase(), each])).values()];
}
