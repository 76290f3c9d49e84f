/**
 * Finds the email addresses in a text, separated by line breaks, commas, semicolons or spaces. Each
 * address is returned only once.
 */
export function addressesIn(text: string): string[] {
  const found = text.split(/[\s,;]+/u).filter((part) => part !== '');
  return [...new Map(found.map((each) => [each.toLowerCase(), each])).values()];
}
