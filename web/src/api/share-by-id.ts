/** Keeps what was read before where it is read again, so that only what changed is drawn anew. */
import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * The answer just read, with all of the one before that is the same in it. A list of things with ids is
 * compared by them, and not place by place: when one leaves, those behind it are still the same things.
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

/** As it comes in JSON, and not what code has made. */
function isRecord(value: unknown): value is Fields {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
