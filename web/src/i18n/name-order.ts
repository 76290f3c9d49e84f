/** Matches ASCII text, which needs no collation tables to be sorted. */
const plain = /^[ -~]*$/u;

type NameOrder = (one: string, other: string) => number;

const orders = new Map<string, NameOrder>();
let chosen = nameOrder('en');

/**
 * The comparator that sorts names in a locale (BCP 47); always the same function for a locale. The
 * browser's collation tables take a phone some ten milliseconds at first use, so ASCII names are
 * compared without them.
 */
export function nameOrder(locale: string): NameOrder {
  const known = orders.get(locale);
  if (known) return known;
  let tables: Intl.Collator | undefined;
  function order(one: string, other: string): number {
    if (plain.test(one + other)) return byText(one.toLowerCase(), other.toLowerCase());
    tables ??= new Intl.Collator(locale);
    return tables.compare(one, other);
  }
  orders.set(locale, order);
  return order;
}

/** Sets the locale that the function `byName` uses. */
export function orderNamesFor(locale: string): void {
  chosen = nameOrder(locale);
}

/** The comparator for names in the page's language. */
export function byName(one: string, other: string): number {
  return chosen(one, other);
}

/** The comparator that sorts texts that people do not read, such as ISO times. */
export function byText(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}
