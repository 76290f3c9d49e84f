/** Reads that many ask for at the same moment, as all screens of a hospital do after a change. */
import type { Queryable } from './database.ts';

/** A read that runs, and the one that follows it for those who asked meanwhile. */
interface Turn {
  readonly promise: Promise<unknown>;
  next: Promise<unknown> | undefined;
}

const turnsOf = new WeakMap<Queryable, Map<string, Turn>>();

/**
 * Reads, or shares the reading of others who ask for the same. Whoever asks while it is read gets what is
 * read after that: nobody is told what was true before the question. `key` names what is asked, whoever
 * asks; what only some may see is not read by way of this.
 */
export function sharedRead<T>(db: Queryable, key: string, read: () => Promise<T>): Promise<T> {
  const turns = turnsOf.get(db) ?? new Map<string, Turn>();
  turnsOf.set(db, turns);
  const running = turns.get(key);
  if (running === undefined) return begin(turns, key, read);
  running.next ??= settled(running.promise).then(() => begin(turns, key, read));
  // Of one key all reads answer alike.
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

/** When it is through, whether it succeeded or not: whoever asked for it hears of that. */
async function settled(promise: Promise<unknown>): Promise<void> {
  await promise.catch(() => undefined);
}
