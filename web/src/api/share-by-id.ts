/**
 * Structural sharing between the previous and the new response, so that only changed parts
 * re-render.
 */
import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * Returns the new response with every unchanged part of the previous response. Lists of items with
 * ids are compared by id and not by index, so that items stay identical when an earlier item leaves
 * the list.
 */
export function shareById(before: unknown, read: unknown): unknown {
  if (before === read) return before;
  if (isList(before) && isList(read)) return shareList(before, read);
  if (isRecord(before) && isRecord(read)) return shareRecord(before, read);
  return replaceEqualDeep(before, read);
}

function shareList(before: readonly Identified[], read: readonly Identified[]): unknown {
  const known = new Map(before.map((one) => [one.id, one]));
  const shared = read.map((one) => shareById(known.get(one.id), one));
  const isSame = shared.length === before.length && shared.every((one, at) => one === before[at]);
  return isSame ? before : shared;
}

function shareRecord(before: Fields, read: Fields): unknown {
  const names = Object.keys(read);
  const shared = names.map((name): [string, unknown] => [
    name,
    shareById(before[name], read[name]),
  ]);
  const isSame =
    names.length === Object.keys(before).length &&
    shared.every(([name, value]) => Object.hasOwn(before, name) && value === before[name]);
  return isSame ? before : Object.fromEntries(shared);
}

type Fields = Readonly<Record<string, unknown>>;
interface Identified extends Fields {
  readonly id: string;
}

function isList(value: unknown): value is readonly Identified[] {
  return (
    Array.isArray(value) && value.every((one) => isRecord(one) && typeof one['id'] === 'string')
  );
}

/** Whether the value is a plain object, as JSON has. */
function isRecord(value: unknown): value is Fields {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
