/**
 * Merges the values of a form with the values that another person saved after the form was opened
 * [decision 028].
 */
import { byText } from '../../i18n/name-order.ts';

export interface Merged<Field extends string> {
  /** Fields that only the other person changed. The form shows that person's value. */
  readonly taken: readonly Field[];
  /** Fields that both people changed, to different values. The form keeps the typed value. */
  readonly kept: readonly Field[];
}

type Form<Field extends string> = { readonly [Name in Field]?: unknown };

/** Merges the typed values (`mine`) with those saved meanwhile (`theirs`), field by field. */
export function mergeSaves<Field extends string>(
  fields: readonly Field[],
  { opened, mine, theirs }: Readonly<Record<'opened' | 'mine' | 'theirs', Form<Field>>>,
): Merged<Field> {
  const changed = fields.filter(
    (field) => !isSame(opened[field], theirs[field]) && !isSame(mine[field], theirs[field]),
  );
  const taken = changed.filter((field) => isSame(mine[field], opened[field]));
  return { taken, kept: changed.filter((field) => !taken.includes(field)) };
}

/**
 * The form's values after a merge. Fields that only the other person changed get that person's
 * value; all other fields keep the typed value.
 */
export function bringTogether<Values extends object, Field extends keyof Values & string>(
  fields: readonly Field[],
  { opened, mine, theirs }: Readonly<Record<'opened' | 'mine' | 'theirs', Values>>,
): Merged<Field> & { readonly values: Values } {
  const merged = mergeSaves(fields, { opened, mine, theirs });
  return { ...merged, values: { ...mine, ...pick(theirs, merged.taken) } };
}

export function pick<Values extends object>(
  values: Values,
  fields: readonly (keyof Values)[],
): object {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

/** Whether two values are equal; the order of keys does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sortedKeys) === JSON.stringify(other, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => byText(a, b)));
}
