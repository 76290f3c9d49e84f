/**
 * Builds an object with typed keys from entries; the caller ensures that the entries have exactly
 * these keys.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller's type restores the keys
export function keyed<Shape extends object>(
  entries: readonly (readonly [string, unknown])[],
): Shape {
  return Object.assign({} as Shape, Object.fromEntries(entries));
}
