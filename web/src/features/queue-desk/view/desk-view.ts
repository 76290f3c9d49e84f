/** A user's view of the desk: list or columns, the order of the lines, the facts of a row. */
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { Line } from '../actions/desk-changes.ts';
import { byName } from '../../../i18n/name-order.ts';

const layouts = ['list', 'columns'] as const;
export const requestOrders = ['asked', 'urgency', 'doctor'] as const;
export const lineOrders = ['doctor', 'count', 'longest'] as const;
export const rowFacts = ['wait', 'checkedIn', 'phone', 'reason'] as const;

type RequestOrder = (typeof requestOrders)[number];
type LineOrder = (typeof lineOrders)[number];
export type RowFact = (typeof rowFacts)[number];

export interface DeskView {
  readonly layout: (typeof layouts)[number];
  readonly requests: RequestOrder;
  readonly lines: LineOrder;
  /** The facts after the name in a compact row. */
  readonly facts: readonly RowFact[];
}

/** The default view. */
export const usualView: DeskView = {
  layout: 'list',
  requests: 'asked',
  lines: 'doctor',
  facts: ['wait', 'checkedIn'],
};

/** Parses a stored view; missing or unknown parts have their defaults [DESK-3]. */
export function viewFrom(kept: string | null): DeskView {
  const found = parsed(kept);
  const facts: unknown = Reflect.get(found, 'facts');
  return {
    layout: oneOf(layouts, Reflect.get(found, 'layout')) ?? usualView.layout,
    requests: oneOf(requestOrders, Reflect.get(found, 'requests')) ?? usualView.requests,
    lines: oneOf(lineOrders, Reflect.get(found, 'lines')) ?? usualView.lines,
    facts: Array.isArray(facts) ? rowFacts.filter((fact) => facts.includes(fact)) : usualView.facts,
  };
}

/** The facts with this one added or removed, in their fixed order. */
export function factsWith(
  facts: readonly RowFact[],
  fact: RowFact,
  isShown: boolean,
): readonly RowFact[] {
  return rowFacts.filter((each) => (each === fact ? isShown : facts.includes(each)));
}

/** The requests in this order; equal ones by age, oldest first [DESK-3]. */
export function requestsInOrder(
  requests: readonly StaffEntry[],
  order: RequestOrder,
): readonly StaffEntry[] {
  // The server's order.
  if (order === 'asked') return requests;
  return requests.toSorted((one, other) => compareRequests[order](one, other));
}

const urgencyRank = { high: 0, medium: 1, low: 2 } as const;

const compareRequests = {
  urgency: (one: StaffEntry, other: StaffEntry) =>
    urgencyRank[one.urgency] - urgencyRank[other.urgency],
  doctor: (one: StaffEntry, other: StaffEntry) => byName(one.doctor.name, other.doctor.name),
};

/**
 * The lines in this order, given sorted by the doctor's name; places within a line do not change
 * [DESK-3].
 */
export function linesInOrder(lines: readonly Line[], order: LineOrder): readonly Line[] {
  switch (order) {
    case 'doctor':
      return lines;
    case 'count':
      return lines.toSorted((one, other) => other.entries.length - one.entries.length);
    case 'longest':
      return lines.toSorted((one, other) => earliest(one) - earliest(other));
  }
}

/** When the longest waiting patient of a line joined; an empty line sorts last. */
function earliest({ entries }: Line): number {
  const last = Number.MAX_SAFE_INTEGER;
  return Math.min(last, ...entries.map(({ joinedAt }) => Date.parse(joinedAt)));
}

/** The lines, with an empty one for each doctor who has a patient inside while nobody waits. */
export function withThoseInside(
  lines: readonly Line[],
  inside: readonly StaffEntry[],
): readonly Line[] {
  const known = new Set(lines.map(({ doctor }) => doctor.id));
  const others = inside.filter(({ doctor }) => !known.has(doctor.id));
  const added = others.map(({ doctor }): Line => ({ doctor, entries: [] }));
  return [...lines, ...added].toSorted((one, other) => byName(one.doctor.name, other.doctor.name));
}

/** The entry to select in the next line that is not empty; undefined without one. */
export function besideSelected(
  lines: readonly Line[],
  selected: string,
  step: 1 | -1,
): string | undefined {
  const at = lines.findIndex(({ entries }) => entries.some(({ id }) => id === selected));
  const place = lines[at]?.entries.findIndex(({ id }) => id === selected) ?? -1;
  if (place === -1) return undefined;
  const side = step === 1 ? lines.slice(at + 1) : lines.slice(0, at).toReversed();
  const entries = side.find((line) => line.entries.length > 0)?.entries ?? [];
  return entries[Math.min(place, entries.length - 1)]?.id;
}

function parsed(kept: string | null): object {
  try {
    const value: unknown = JSON.parse(kept ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // Not our format, so the default view is used.
  }
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((each) => each === value);
}
