/**
 * The relay copies changes of hospitals with an API key or a webhook into the table of public events, in the
 * order of the event log [API-29]. Every process runs it after new events. An advisory lock lets one
 * copy at a time, and the copied events and the relay's cursor are committed together. So a killed
 * process loses no event and repeats none.
 */
import { eventOfAction, publicEventTypes } from '@baari/contract/keys/public-events.ts';
import { type Cursor, isAfter } from '../../platform/events/cursor.rules.ts';
import type { Clock } from '../../platform/clock.ts';
import { coalesce } from '../../platform/coalesce.ts';
import type { Database } from '../../platform/database/database.ts';
import { describeError, type Log } from '../../platform/log.ts';
import { ok } from '../../platform/result.ts';
import {
  type Change,
  insertPublicEvents,
  isAnyoneReading,
  listActions,
  listHospitalsAfter,
  listOtherChanges,
  lockRelay,
  moveRelay,
  type NewPublicEvent,
  readPositions,
  readRelay,
  type RelayState,
} from './public-events.store.ts';
import { queueDeliveries } from '../webhooks/delivery/deliveries.store.ts';
import type { WaitingPolls } from './waiting-polls.ts';

/** How many changes are copied in one transaction. */
const copiedAtOnce = 200;
/** The shortest pause between two runs in ms. Changes of this time are copied together. */
const restMs = 50;
/** The polling interval for changes of other processes in ms: while calls wait, and otherwise. */
const lookEveryMs = { waiting: 250, usual: 1000 } as const;
/**
 * The cursor also moves without an event, after this many transactions. Otherwise each run would
 * read them again.
 */
const readAgainAtMost = 1000n;

export interface RelayOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly polls: WaitingPolls;
  /** Called after changes were copied, because there may be deliveries to webhooks. */
  readonly onCopied: () => void;
}

export interface EventRelay {
  /** Copies new changes within `restMs`. Call this when the event log has new events. */
  wake(): void;
  stop(): Promise<void>;
}

export function startEventRelay(options: RelayOptions): EventRelay {
  const { db, clock, log, polls, onCopied } = options;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** Waiting calls know all events up to this position; undefined while no call waits. */
  let wokenTo: number | undefined;

  const copying = coalesce(
    async () => {
      clearTimeout(timer);
      if (await isAnyoneReading(db, clock.now())) {
        while (!isStopped && (await copyChanges(db, clock)));
        onCopied();
      }
      await wakePolls();
      lookLater();
    },
    (error) => {
      log.warn(
        describeError(error),
        'Events for hospitals’ own systems could not be copied. The server tries again in a second; if this repeats, check PostgreSQL.',
      );
      lookLater();
    },
    restMs,
  );

  async function wakePolls(): Promise<void> {
    if (polls.count() === 0) {
      wokenTo = undefined;
      return;
    }
    if (wokenTo === undefined) {
      wokenTo = (await readPositions(db)).newest;
      polls.wake();
      return;
    }
    const found = await listHospitalsAfter(db, wokenTo);
    wokenTo = Math.max(wokenTo, ...found.map(({ newest }) => newest));
    polls.wake(new Set(found.map(({ hospital_id }) => hospital_id)));
  }

  function lookLater(): void {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(wake, polls.count() > 0 ? lookEveryMs.waiting : lookEveryMs.usual);
    timer.unref();
  }

  function wake(): void {
    if (!isStopped) void copying.run();
  }

  wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await copying.idle();
    },
  };
}

/** Copies the next changes in one transaction; returns whether there may be more. */
export async function copyChanges(db: Database, clock: Clock): Promise<boolean> {
  const copied = await db.transaction(async (tx) => {
    await lockRelay(tx);
    const state = await readRelay(tx);
    const now = clock.now();
    const wanted = { now, limit: copiedAtOnce };
    const actions = await listActions(tx, state, wanted);
    const others = await listOtherChanges(tx, state, wanted);
    const next = [...actions, ...others]
      .toSorted((one, other) => (isAfter(one.cursor, other.cursor) ? 1 : -1))
      .slice(0, copiedAtOnce);
    const last = next.at(-1);
    const isPart = last !== undefined && next.length === copiedAtOnce;
    if (last === undefined && !isFarBehind(state)) return ok(false);
    const events = next.flatMap((change) => publicEventOf(change) ?? []);
    await insertPublicEvents(tx, events, state.position, now);
    if (events.length > 0) await queueDeliveries(tx, state.position, now);
    // All transactions before this one have ended, and their changes have been read.
    const end: Cursor = { transactionId: state.readableTo, id: 0 };
    await moveRelay(tx, isPart ? last.cursor : end, state.position + events.length);
    return ok(isPart);
  });
  return copied.ok && copied.value;
}

function isFarBehind({ transactionId, readableTo }: RelayState): boolean {
  return BigInt(readableTo) - BigInt(transactionId) > readAgainAtMost;
}

/**
 * The public event of a change. Undefined for an unknown action, which a process of a newer release
 * logged.
 */
function publicEventOf(change: Change): NewPublicEvent | undefined {
  const { cursor, hospitalId, lineId, subjectId, at } = change;
  const shared = { id: cursor.id, hospitalId, lineId, subjectId, at };
  if (change.entry === null) {
    const type = publicEventTypes.find((each) => each === change.cause);
    if (type === undefined || change.status === null) return undefined;
    return { ...shared, type, token: null, status: change.status };
  }
  const found = Object.entries(eventOfAction).find(([action]) => action === change.cause);
  if (found === undefined) return undefined;
  const { token, status } = placeIn(change.entry);
  return { ...shared, type: found[1], token, status };
}

/** The parts of an entry that an event contains: no name, contact or text of the patient. */
function placeIn(entry: object): { readonly token: string | null; readonly status: string } {
  const { token = null, status } = entry as { token?: string | null; status: string };
  return { token, status };
}
