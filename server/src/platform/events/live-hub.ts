/**
 * The live hub reads the event log after each commit and passes every event, in order, to the
 * listeners in this process. Other processes are notified by a NOTIFY without payload, sent after
 * the commit in its own transaction. A NOTIFY inside the writing transaction would serialise every
 * commit of the database.
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
import { coalesce } from '../coalesce.ts';

export interface LiveHub {
  /** Makes the live hub read the event log. Call it after every commit that wrote an event. */
  wake(): void;
  /**
   * How far this process has read the event log. The listeners have received every event up to this
   * position.
   */
  cursor(): Cursor;
  /**
   * Reads the event log until every event logged before the call has been passed to the listeners.
   * Returns false if the log could not be read.
   */
  catchUp(): Promise<boolean>;
  close(): Promise<void>;
}

export interface LiveHubOptions {
  readonly database: OpenDatabase;
  readonly log: Log;
  /** Called with new events of the log, in order. */
  readonly onEvents: (events: readonly LoggedEvent[]) => void;
  /**
   * Called when the event log becomes unreadable, and again when it is readable. The events missed
   * meanwhile are passed on afterwards.
   */
  readonly onAway: (isAway: boolean) => void;
}

const channel = 'baari_event';
/**
 * How many events are read from the log at once. The number is small, so that a batch of events
 * with long bodies stays below a stream's buffer limit.
 */
const batchSize = 50;
/**
 * The time in milliseconds during which changes are collected. The first change is read at once.
 * Further changes within this time are read and announced together, which costs less.
 */
const gatherMs = 10;
/**
 * How soon the event log is read again while a running transaction keeps events from being read, in
 * milliseconds.
 */
const heldBackMs = 10;
/**
 * How often the event log is polled, in milliseconds. A lost notification delays events no longer
 * than this.
 */
const slowPollMs = 1000;
const reconnectMs = 500;

/**
 * The SQL statements that prepare the connection for notifications between processes. A lost
 * notification loses no data, so its commit need not wait for the disk.
 */
const listening = `set synchronous_commit = off; listen ${channel}`;
const notify = `notify ${channel}`;

export async function openLiveHub(options: LiveHubOptions): Promise<LiveHub> {
  const { database, log, onEvents } = options;
  let cursor = await currentCursor(database);
  let isAway = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const reading = coalesce(
    async () => {
      clearTimeout(timer);
      if (closed) return;
      lookAgainIn(await readAll());
    },
    (error) => {
      log.warn(
        describeError(error),
        'Changes could not be read from the database, so open pages do not show them yet. The server tries again in a second; if this repeats, check PostgreSQL.',
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

  /** Reads the event log to its end; returns how many milliseconds to wait before polling again. */
  async function readAll(): Promise<number> {
    let next: NextEvents;
    do {
      next = await listEventsAfter(database, cursor, batchSize);
      setAway(false);
      const { events } = next;
      const last = events.at(-1);
      if (last !== undefined) {
        // No await between these lines: a stream that opens now replays events up to this position.
        cursor = last.cursor;
        onEvents(events);
      }
    } while (next.events.length === batchSize && !closed);
    return next.isHeldBack ? heldBackMs : slowPollMs;
  }

  const others = await openWakeUps({ database, log, onWake: read });
  return {
    wake() {
      read();
      others.wake();
    },
    cursor: () => cursor,
    async catchUp() {
      if (closed) return false;
      // A read of the log that is already running may have begun too early, so the next read is
      // awaited.
      await reading.run();
      return !isAway;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all([reading.idle(), others.close()]);
    },
  };
}

interface WakeUpsOptions extends Pick<LiveHubOptions, 'database' | 'log'> {
  /** Called when another process has written events, and each time the connection has been made. */
  readonly onWake: () => void;
}

interface WakeUps {
  /** Notifies the other processes that the event log has new events. */
  wake(): void;
  close(): Promise<void>;
}

/**
 * Sends notifications between processes over a separate database connection, which is opened again
 * when it is lost.
 */
async function openWakeUps({ database, log, onWake }: WakeUpsOptions): Promise<WakeUps> {
  let closed = false;
  let listener: pg.Client | undefined;
  /** The reconnect in progress, so that closing waits for it. */
  let opening = Promise.resolve();

  async function listen(): Promise<void> {
    const client = database.dedicatedClient();
    client.on('error', () => {
      // The error is ignored, because the 'end' event follows and reconnects.
    });
    client.on('end', () => {
      // If a client failed before it listened, its caller tries again.
      if (listener !== client) return;
      listener = undefined;
      setTimeout(listenAgain, reconnectMs);
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
      client.on('notification', ({ processId }) => {
        // This process has already read its own events.
        if (processId !== rows[0]?.id) onWake();
      });
      await client.query(listening);
    } catch (error) {
      // The failed connection is closed before another is opened; otherwise each attempt would leak
      // one.
      await client.end();
      throw error;
    }
    if (closed) {
      await client.end();
      return;
    }
    listener = client;
    onWake();
  }

  function listenAgain(): void {
    if (closed) return;
    opening = listen().catch((error: unknown) => {
      log.warn(
        describeError(error),
        'The database connection that announces changes of other server processes failed. The server opens it again; until then pages may show changes a second late. If this repeats, check PostgreSQL.',
      );
      setTimeout(listenAgain, reconnectMs);
    });
  }

  /**
   * Notifies other processes on the listening connection, which is idle, so that no request waits
   * for a notification.
   */
  const notifying = coalesce(
    async () => {
      if (!closed) await listener?.query(notify);
    },
    (error) =>
      log.warn(
        describeError(error),
        'Other server processes could not be notified of changes, so pages that they serve may show them a second late. If this repeats, check PostgreSQL.',
      ),
    gatherMs,
  );

  await listen();
  return {
    wake: () => void notifying.run(),
    async close() {
      closed = true;
      await opening;
      await listener?.end();
    },
  };
}
