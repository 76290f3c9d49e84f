/** Plain Latin letters, which need no tables of other alphabets to be put in order. */
const plain = /^[ -~]*$/u;

type NameOrder = (one: string, other: string) => number;

const orders = new Map<string, NameOrder>();
let chosen = nameOrder('en');

/**
 * The order of two names, for sorting, in which readers of a locale (BCP 47) look them up; the same function each
 * time. The browser's own tables take a phone some ten milliseconds when they are first asked for: names that can
 * do without leave them alone.
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

/** From now on `byName` is the order of this locale. */
export function orderNamesFor(locale: string): void {
  chosen = nameOrder(locale);
}

/** The order of two names in the language that the page is in. */
export function byName(one: string, other: string): number {
  return chosen(one, other);
}

/** The order of two texts that nobody reads, such as times as the wire has them. */
export function byText(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}
