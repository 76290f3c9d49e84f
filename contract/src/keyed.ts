/**
 * Builds an object with typed keys from entries; the caller ensures that the entries have exactly
 * these keys.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- entries have lost what they are keyed by
export function keyed<Shape extends object>(
  entries: readonly (readonly [string, unknown])[],
): Shape {
  return Object.assign({} as Shape, Object.fromEntries(entries));
}
