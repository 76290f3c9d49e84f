/** Records the statements that a call sends to the database, in order. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { z } from 'zod';

type PoolClient = pg.PoolClient;
const statement = z.union([
  z.string(),
  z.object({ text: z.string() }).transform(({ text }) => text),
]);

export interface Heard {
  readonly statements: readonly string[];
  /**
   * How many network round trips the statements took: how often a statement was sent while no
   * answer was pending.
   */
  readonly roundTrips: number;
}

/** Runs `work` and returns the statements that it sent to the database. */
export type Listen = (work: () => Promise<unknown>) => Promise<Heard>;

/**
 * Records the statements of each API call until the call ends. Reads of the event hub are left out,
 * because one such read serves the changes of many calls.
 */
export function listenToStatements(pools: readonly pg.Pool[]): Listen {
  const recording = new AsyncLocalStorage<Recording>();
  const known = new WeakSet<PoolClient>();
  function listenTo(client: PoolClient): void {
    if (known.has(client)) return;
    known.add(client);
    let outstanding = 0;
    const query = client.query;
    Object.assign(client, {
      query: (...given: unknown[]) => {
        const store = recording.getStore();
        const text = statement.parse(given[0]);
        const isHubs = text.includes('pg_snapshot_xmin');
        if (store !== undefined && !store.isOver && !isHubs) {
          store.heard.push(text);
          if (outstanding === 0) store.roundTrips += 1;
        }
        const answer: unknown = Reflect.apply(query, client, given);
        outstanding += 1;
        const answered = () => {
          outstanding -= 1;
        };
        void Promise.resolve(answer).then(answered, answered);
        return answer;
      },
    });
  }
  for (const pool of pools) pool.on('acquire', listenTo);
  return async (work) => {
    const store: Recording = { heard: [], roundTrips: 0, isOver: false };
    await recording.run(store, async () => {
      await work();
      store.isOver = true;
    });
    return { statements: store.heard, roundTrips: store.roundTrips };
  };
}

interface Recording {
  readonly heard: string[];
  roundTrips: number;
  isOver: boolean;
}
