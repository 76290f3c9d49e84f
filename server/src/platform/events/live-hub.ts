/**
 * Wakes after each commit and passes every logged event, in order, to this process's listeners. Other
 * processes are woken by a NOTIFY without payload, sent after the commit in its own transaction. Inside the
 * writing transaction it would serialise every commit of the database.
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
  /** Call after every commit that wrote an event. */
  wake(): void;
  /** How far this process has read: the listeners have received everything up to here. */
  cursor(): Cursor;
  /** Reads until everything logged before the call has been passed on; false if the log could not be read. */
  catchUp(): Promise<boolean>;
  close(): Promise<void>;
}

export interface LiveHubOptions {
  readonly database: OpenDatabase;
  readonly log: Log;
  /** Called with events in order. */
  readonly onEvents: (events: readonly LoggedEvent[]) => void;
  /** Called when the log becomes unreadable, and when it is readable again; missed events follow. */
  readonly onAway: (isAway: boolean) => void;
}

const channel = 'baari_event';
/**
 * The number of events read at once. It is small, so that a batch of long entries stays below a stream's buffer limit.
 */
const batchSize = 50;
/**
 * How long changes are gathered, in ms. The first change is read at once; the next ones within this time are read and
 * announced together, which costs less.
 */
const gatherMs = 10;
/** How soon to look again while a running transaction holds events back. */
const heldBackMs = 10;
/** The longest delay after a lost wake-up. */
const slowPollMs = 1000;
const reconnectMs = 500;

/**
 * The setup of the connection for wake-ups. A lost wake-up loses no data, so it need not wait for the disk.
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
        'The event log could not be read, so changes reach nobody. Trying again in a second.',
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

  /** Reads to the end; answers how long to wait before polling again. */
  async function readAll(): Promise<number> {
    let next: NextEvents;
    do {
      next = await listEventsAfter(database, cursor, batchSize);
      setAway(false);
      const { events } = next;
      const last = events.at(-1);
      if (last !== undefined) {
        // No await between these lines: a stream that opens now replays up to this cursor.
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
      // The read that is running may have begun too early, so another one is awaited.
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
  /** Called when another process has written, and after each connection. */
  readonly onWake: () => void;
}

interface WakeUps {
  /** Wakes the other processes. */
  wake(): void;
  close(): Promise<void>;
}

/** Wake-ups between processes, over a connection of their own that is opened again when it is lost. */
async function openWakeUps({ database, log, onWake }: WakeUpsOptions): Promise<WakeUps> {
  let closed = false;
  let listener: pg.Client | undefined;
  /** The reconnect in progress, so that closing waits for it. */
  let opening = Promise.resolve();

  async function listen(): Promise<void> {
    const client = database.dedicatedClient();
    client.on('error', () => {
      // The 'end' event follows and reconnects.
    });
    client.on('end', () => {
      // A client that failed before listening is retried by its caller.
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
      // Closed before opening another; otherwise each attempt would leak a connection.
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
        'Listening for other processes failed. Trying again; until then new events are read every second.',
      );
      setTimeout(listenAgain, reconnectMs);
    });
  }

  /** Sent on the listening connection, which is idle, so that a request never waits for a wake-up. */
  const telling = coalesce(
    async () => {
      if (!closed) await listener?.query(notify);
    },
    (error) =>
      log.warn(
        describeError(error),
        'Other processes could not be notified; they read new events every second.',
      ),
    gatherMs,
  );

  await listen();
  return {
    wake: () => void telling.run(),
    async close() {
      closed = true;
      await opening;
      await listener?.end();
    },
  };
}
