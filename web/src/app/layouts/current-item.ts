interface Item {
  readonly href: string;
  readonly alsoUnder?: readonly string[];
}

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/**
 * Whether a sidebar item is the current page. Items that differ only in their query
 * (`/patient/dashboard?view=queue`) are compared by it; otherwise the item without a query matches.
 */
export function isCurrentItem(item: Item, items: readonly Item[], place: Place): boolean {
  const exact = items.find((other) => matchesExactly(other, place));
  if (exact) return exact === item;
  const [path, query] = split(item.href);
  if (path === place.pathname && query === '') return true;
  return (item.alsoUnder ?? []).some((prefix) => place.pathname.startsWith(prefix));
}

function matchesExactly(item: Item, place: Place): boolean {
  const [path, query] = split(item.href);
  if (path !== place.pathname || query === '') return false;
  const shown = new URLSearchParams(place.search);
  return [...new URLSearchParams(query)].every(([name, value]) => shown.get(name) === value);
}

function split(href: string): [path: string, query: string] {
  const [path = '', query = ''] = href.split('?');
  return [path, query];
}
