/** An object of which only types know the keys; that the entries are those is for the caller to see to. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- entries have lost what they are keyed by
export function keyed<Shape extends object>(
  entries: readonly (readonly [string, unknown])[],
): Shape {
  return Object.assign({} as Shape, Object.fromEntries(entries));
}
