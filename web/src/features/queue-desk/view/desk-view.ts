/**
 * A user's view settings of the desk: list or columns, the order of the lines, and which details
 * each entry shows.
 */
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
  /** The details that a compact list item shows after the patient's name. */
  readonly facts: readonly RowFact[];
}

/** The default view settings of the desk. */
export const usualView: DeskView = {
  layout: 'list',
  requests: 'asked',
  lines: 'doctor',
  facts: ['wait', 'checkedIn', 'reason'],
};

/**
 * Parses stored view settings of the desk. Missing or unknown settings get their defaults [DESK-3].
 */
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

/** Returns the shown details with one detail added or removed. They stay in their fixed order. */
export function factsWith(
  facts: readonly RowFact[],
  fact: RowFact,
  isShown: boolean,
): readonly RowFact[] {
  return rowFacts.filter((each) => (each === fact ? isShown : facts.includes(each)));
}

/**
 * Returns the requests in the chosen order. Requests that are equal in this order are sorted by
 * age, oldest first [DESK-3].
 */
export function requestsInOrder(
  requests: readonly StaffEntry[],
  order: RequestOrder,
): readonly StaffEntry[] {
  // The server already sorts by the time of the request.
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
 * Returns the lines in the chosen order; the order of patients within each line stays unchanged.
 * `lines` must be sorted by the doctor's name [DESK-3].
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

/** Returns when the longest-waiting patient of a line joined. An empty line sorts last. */
function earliest({ entries }: Line): number {
  const last = Number.MAX_SAFE_INTEGER;
  return Math.min(last, ...entries.map(({ joinedAt }) => Date.parse(joinedAt)));
}

/**
 * Returns the lines, plus an empty line for each doctor who has a patient in consultation and
 * nobody waiting.
 */
export function withThoseInside(
  lines: readonly Line[],
  inside: readonly StaffEntry[],
): readonly Line[] {
  const known = new Set(lines.map(({ doctor }) => doctor.id));
  const others = inside.filter(({ doctor }) => !known.has(doctor.id));
  const added = others.map(({ doctor }): Line => ({ doctor, entries: [] }));
  return [...lines, ...added].toSorted((one, other) => byName(one.doctor.name, other.doctor.name));
}

/**
 * Returns the entry to select in the next line that is not empty. Undefined if there is no such
 * line.
 */
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
