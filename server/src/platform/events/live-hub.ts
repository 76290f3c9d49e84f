/**
 * Wakes after each commit and hands every logged event, in order, to this process's listeners.
 * Between processes a wake-up is a NOTIFY that carries nothing, sent after the commit in a
 * transaction of its own: inside the writing one it would serialise every commit of the database.
 */
import type pg from 'pg';
import type { Cursor } from './cursor.rules.ts';
import type { OpenDatabase } from '../database/database.ts';
import {
  currentCursor,
  type LoggedEvent,
  listEventsAfter,
  type NextEvents,
} from './event-log.store.ts';
import { describeError, type Log } from '../log.ts';
import { oneAtATime } from '../one-at-a-time.ts';

export interface LiveHub {
  /** Call after every commit that wrote an event. */
  wake(): void;
  /** How far this process has read: everything up to here has been handed to the listeners. */
  cursor(): Cursor;
  /** Whether everything has been handed on that was in the log when it was called: false when the log could not be read. */
  catchUp(): Promise<boolean>;
  close(): Promise<void>;
}

export interface LiveHubOptions {
  readonly database: OpenDatabase;
  readonly log: Log;
  /** Called with events in order. */
  readonly onEvents: (events: readonly LoggedEvent[]) => void;
  /** Called when the log can no longer be read, and when it can again; what was missed follows. */
  readonly onAway: (isAway: boolean) => void;
}

const channel = 'baari_event';
/** Small enough that one batch of long entries stays below what a stream may hold. */
const batchSize = 50;
/**
 * The first change is told at once. While many come, those of so many milliseconds are read together, and other
 * processes are woken for them together: each by itself would cost as much as the change.
 */
const gatherMs = 10;
/** How soon to look again while a running transaction holds events back. */
const heldBackMs = 10;
/** A lost wake-up costs at most this. */
const slowPollMs = 1000;
const reconnectMs = 500;

/** On the connection that does nothing else: who is woken for nothing lost no change, so that no disk is waited for. */
const listening = `set synchronous_commit = off; listen ${channel}`;
const notify = `notify ${channel}`;

export async function openLiveHub(options: LiveHubOptions): Promise<LiveHub> {
  const { database, log, onEvents } = options;
  let cursor = await currentCursor(database);
  let isAway = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let listener: pg.Client | undefined;
  /** While the connection is opened anew: whoever closes waits for it. */
  let opening = Promise.resolve();

  const reading = oneAtATime(
    async () => {
      clearTimeout(timer);
      if (closed) return;
      lookAgainIn(await readAll());
    },
    (error) => {
      log.warn(
        describeError(error),
        'The event log could not be read, so nobody hears of changes; it is tried again in a second.',
      );
      setAway(true);
      lookAgainIn(slowPollMs);
    },
    gatherMs,
  );

  function read(): void {
    if (!closed) void reading.run();
  }

  function lookAgainIn(ms: number): void {
    if (!closed) timer = setTimeout(read, ms);
  }

  function setAway(now: boolean): void {
    if (isAway === now || closed) return;
    isAway = now;
    options.onAway(now);
  }

  /** Reads to the end; answers how long to wait before looking again without a wake-up. */
  async function readAll(): Promise<number> {
    let next: NextEvents;
    do {
      next = await listEventsAfter(database, cursor, batchSize);
      setAway(false);
      const { events } = next;
      const last = events.at(-1);
      if (last !== undefined) {
        // Together, without an await between: a stream that opens now replays up to here.
        cursor = last.cursor;
        onEvents(events);
      }
    } while (next.events.length === batchSize && !closed);
    return next.isHeldBack ? heldBackMs : slowPollMs;
  }

  async function listen(): Promise<void> {
    const client = database.dedicatedClient();
    client.on('error', () => {
      // 'end' follows and reconnects.
    });
    client.on('end', () => {
      // One that never got as far as listening is retried by whoever tried it.
      if (listener !== client) return;
      listener = undefined;
      setTimeout(listenAgain, reconnectMs);
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
      client.on('notification', ({ processId }) => {
        // What this process wrote it has read already.
        if (processId !== rows[0]?.id) read();
      });
      await client.query(listening);
    } catch (error) {
      // Another one is opened instead: left open, each try would keep a connection for good.
      await client.end();
      throw error;
    }
    if (closed) {
      await client.end();
      return;
    }
    listener = client;
    read();
  }

  function listenAgain(): void {
    if (closed) return;
    opening = listen().catch((error: unknown) => {
      log.warn(
        describeError(error),
        'Listening for other processes failed; it is tried again, and new events are looked for each second meanwhile.',
      );
      setTimeout(listenAgain, reconnectMs);
    });
  }

  /** On the listening connection, which is idle, so that a request never waits for a wake-up. */
  const telling = oneAtATime(
    async () => {
      if (!closed) await listener?.query(notify);
    },
    (error) =>
      log.warn(
        describeError(error),
        'The other processes could not be woken; they look for new events each second.',
      ),
    gatherMs,
  );

  await listen();
  return {
    wake() {
      read();
      void telling.run();
    },
    cursor: () => cursor,
    async catchUp() {
      if (closed) return false;
      // The reading under way may have begun too early; the one that is waited for has not.
      await reading.run();
      return !isAway;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all([reading.idle(), opening]);
      await listener?.end();
    },
  };
}
