/** Measures how late live events arrive while the cleanup task deletes a million old events. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { pruneEvents, recordEvent } from '../../server/src/platform/events/event-log.store.ts';
import { openLiveHub } from '../../server/src/platform/events/live-hub.ts';
import { ok } from '../../server/src/platform/result.ts';
import { type Figure, median, say } from '../figures.ts';
import { settle } from '../setting/hospitals.ts';
import type { Part, Setting } from './part.ts';

const oldEvents = 1_000_000;
const everyMs = 25;
const withoutPruningMs = 5000;

export const prune: Part = {
  name: 'prune',
  summary: `a live event while ${oldEvents.toLocaleString('en')} old ones are deleted`,
  measure,
};

/**
 * The SQL statement that inserts old events of about the same length as an event about a queue
 * entry.
 */
const insertOldEvents = `
  insert into event (at, type, hospital_id, doctor_id, account_id, body)
  select now() - interval '10 days' + n * interval '100 ms', 'queue_updated', gen_random_uuid(),
    gen_random_uuid(), gen_random_uuid(), jsonb_build_object('filler', repeat('x', 400))
  from generate_series(1, $1::int) n`;

async function measure({ stage }: Setting): Promise<Figure[]> {
  for (let filled = 0; filled < oldEvents; filled += 100_000) {
    await stage.superuser.query(insertOldEvents, [100_000]);
  }
  await settle(stage.superuser);
  const { connection } = stage;
  const options = { connection, poolSize: 4, onIdleError: () => undefined };
  const database = openDatabase(options);
  const pruning = openDatabase({ ...options, poolSize: 1 });
  const written = new Map<string, number>();
  let delays: number[] = [];
  const hub = await openLiveHub({
    database,
    log: { debug: printJson, info: printJson, warn: printJson, error: printJson },
    onEvents(events) {
      const now = performance.now();
      for (const { entryId } of events) {
        const since = written.get(entryId ?? '');
        if (since !== undefined) delays.push(now - since);
      }
    },
    onAway: () => undefined,
  });
  async function writeOne(): Promise<void> {
    const entryId = crypto.randomUUID();
    const owner = { hospitalId: crypto.randomUUID(), doctorId: crypto.randomUUID() };
    const at = new Date();
    await database.transaction(async (tx) => {
      await recordEvent(tx, { ...owner, type: 'bench', at, entryId, accountId: null, body: {} });
      return ok(undefined);
    });
    written.set(entryId, performance.now());
    hub.wake();
  }
  async function delaysWhile(work: Promise<void>): Promise<number[]> {
    delays = [];
    let isDone = false;
    const ended = work.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await writeOne();
      await sleep(everyMs);
    }
    await ended;
    await hub.catchUp();
    return delays;
  }
  try {
    const quiet = await delaysWhile(sleep(withoutPruningMs));
    const start = performance.now();
    const busy = await delaysWhile(pruneEvents(pruning, new Date(Date.now() - 3_600_000)));
    const seconds = (performance.now() - start) / 1000;
    const left = await database.pool.query(
      "select from event where type = 'queue_updated' limit 1",
    );
    if (left.rowCount !== 0) throw new Error('Old events are still there.');
    say(
      `  ${oldEvents} events went in ${seconds.toFixed(0)} s, ${busy.length} were sent meanwhile`,
    );
    return [
      figure(
        'a live event while old ones go, worst',
        Math.max(...busy),
        Math.max(...quiet),
        'under 250',
      ),
      figure('a live event while old ones go, median', median(busy), median(quiet), ''),
    ];
  } finally {
    await hub.close();
    await database.close();
    await pruning.close();
  }
}

function printJson(...said: readonly unknown[]): void {
  say(JSON.stringify(said));
}

function figure(name: string, value: number, reference: number, aim: string): Figure {
  const against = 'the same while nothing is thrown away';
  return { name, unit: 'ms', value, reference, against, aim };
}
