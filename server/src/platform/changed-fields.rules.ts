/** Which of some fields differ, for the audit trail: their names, not what stands in them. */

/**
 * In the order given; compared as JSON, so that a list or an object counts as changed by its content,
 * whatever the order of its keys: the database keeps one of its own.
 */
export function changedFields<Name extends string>(
  names: readonly Name[],
  before: Readonly<Partial<Record<Name, unknown>>>,
  after: Readonly<Partial<Record<Name, unknown>>>,
): Name[] {
  return names.filter((name) => asText(before[name]) !== asText(after[name]));
}

/** null and an empty text are both nothing. */
function asText(value: unknown): string {
  return value === null || value === undefined ? '""' : JSON.stringify(value, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
