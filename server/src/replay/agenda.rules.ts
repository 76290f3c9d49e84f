/** A queue of future events, ordered by time. Events at the same time run in insertion order. */

interface Item {
  readonly at: number;
  readonly number: number;
  readonly happen: (at: number) => void;
}

export interface Agenda {
  readonly write: (at: number, happen: (at: number) => void) => void;
  /** Runs all events up to and including this time. */
  readonly runUntil: (at: number) => void;
  /** The time of the next event; undefined if no event is left. */
  readonly nextAt: () => number | undefined;
}

export function openAgenda(): Agenda {
  // A binary heap ordered by time.
  const items: Item[] = [];
  let written = 0;

  function isBefore(one: number, other: number): boolean {
    const [a, b] = [items[one], items[other]];
    if (a === undefined || b === undefined) return false;
    return a.at < b.at || (a.at === b.at && a.number < b.number);
  }

  function swap(one: number, other: number): void {
    const [a, b] = [items[one], items[other]];
    if (a === undefined || b === undefined) return;
    items[one] = b;
    items[other] = a;
  }

  function take(): Item | undefined {
    const [first] = items;
    const last = items.pop();
    if (first === undefined || last === undefined || items.length === 0) return first;
    items[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      if (isBefore(2 * at + 1, least)) least = 2 * at + 1;
      if (isBefore(2 * at + 2, least)) least = 2 * at + 2;
      if (least === at) return first;
      swap(at, least);
      at = least;
    }
  }

  return {
    write(at, happen) {
      items.push({ at, number: written, happen });
      written += 1;
      for (let child = items.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (!isBefore(child, parent)) return;
        swap(child, parent);
        child = parent;
      }
    },
    runUntil(at) {
      while ((items[0]?.at ?? Infinity) <= at) {
        const item = take();
        item?.happen(item.at);
      }
    },
    nextAt: () => items[0]?.at,
  };
}
