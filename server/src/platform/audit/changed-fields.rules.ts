/**
 * Finds the fields that differ between two records. The audit trail gets their names without their
 * values.
 */

/**
 * Returns the names of the changed fields, in the given order. Values are compared as JSON with
 * sorted keys, because the database reorders keys.
 */
export function changedFields<Name extends string>(
  names: readonly Name[],
  before: Readonly<Partial<Record<Name, unknown>>>,
  after: Readonly<Partial<Record<Name, unknown>>>,
): Name[] {
  return names.filter((name) => asText(before[name]) !== asText(after[name]));
}

/** Converts a value to text for a comparison; null and an empty text count as equal. */
function asText(value: unknown): string {
  return value === null || value === undefined ? '""' : JSON.stringify(value, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
