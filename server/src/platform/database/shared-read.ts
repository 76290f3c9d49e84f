/** Request coalescing for reads that many screens ask for at once after a change. */
import type { Queryable } from './database.ts';

/** The read in progress and the next read, whose result later callers share. */
interface Turn {
  readonly promise: Promise<unknown>;
  next: Promise<unknown> | undefined;
}

const turnsOf = new WeakMap<Queryable, Map<string, Turn>>();

/**
 * Starts a database read, or shares the read of other callers with the same `key`. A caller that
 * comes during a read shares the next read, so that no result is older than its call. Do not use it
 * for data that only some callers may see.
 */
export function sharedRead<T>(db: Queryable, key: string, read: () => Promise<T>): Promise<T> {
  const turns = turnsOf.get(db) ?? new Map<string, Turn>();
  turnsOf.set(db, turns);
  const running = turns.get(key);
  if (running === undefined) return begin(turns, key, read);
  running.next ??= settled(running.promise).then(() => begin(turns, key, read));
  // All reads with the same key return the same type.
  return running.next as Promise<T>;
}

function begin<T>(turns: Map<string, Turn>, key: string, read: () => Promise<T>): Promise<T> {
  const turn: Turn = { promise: read(), next: undefined };
  turns.set(key, turn);
  void settled(turn.promise).then(() => {
    if (turn.next === undefined && turns.get(key) === turn) turns.delete(key);
  });
  return turn.promise as Promise<T>;
}

/** Waits until a read has succeeded or failed; the callers of the read handle the error. */
async function settled(promise: Promise<unknown>): Promise<void> {
  await promise.catch(() => undefined);
}
