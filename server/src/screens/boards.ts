/**
 * The open waiting-room displays of this process [ARR-6]. After a change of a hospital's queues,
 * the process reads the hospital's data once for all displays. It sends them only to displays on
 * which something changed.
 */
import type { Board, ScreenEvent } from '@baari/contract/hospital/screen.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { LoggedEvent } from '../platform/events/event-log.store.ts';
import { pacedByKey } from '../platform/coalesce.ts';
import { readBoard } from './screens.query.ts';
import { boardFor } from './screens.view.ts';

export interface BoardStream {
  readonly screenId: string;
  readonly hospitalId: string;
  /** The doctors' and shared lines that a display shows; empty for all lines of the hospital. */
  doctorIds: ReadonlySet<string>;
  readonly send: (frames: string) => void;
  readonly end: (reason: string) => void;
}

export interface Boards {
  add(stream: BoardStream): void;
  remove(stream: BoardStream): void;
  /** A copy of the open streams, so that the caller may end streams while iterating. */
  all(): readonly BoardStream[];
  countOf(screenId: string): number;
  /** Changes which lines a display's stream shows; does nothing if the lines are the same. */
  narrow(stream: BoardStream, doctorIds: readonly string[]): void;
  deliver(events: readonly LoggedEvent[]): void;
  /** Tells every display that its data may be outdated, or that the data are current again. */
  publishAway(isAway: boolean): void;
}

export interface BoardsOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  /** Called when a board could not be read; the read is tried again. */
  readonly onError: (error: unknown) => void;
}

/** How often displays are updated, in ms, while the hospital's queues keep changing. */
const boardEveryMs = 200;

/**
 * The text of one event for a display's stream. It has no event id, since a reconnecting display
 * gets the whole board.
 */
export function boardFrame(event: ScreenEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

export function createBoards({ db, clock, onError }: BoardsOptions): Boards {
  const byHospital = new Map<string, Set<BoardStream>>();
  const sendSoon = pacedByKey({ work: readAndSend, everyMs: boardEveryMs, onError });
  /** The last content sent to each screen, by the screen's id. */
  const lastSent = new Map<string, string>();

  function of(hospitalId: string): ReadonlySet<BoardStream> {
    return byHospital.get(hospitalId) ?? new Set();
  }

  function all(): BoardStream[] {
    return [...byHospital.values()].flatMap((streams) => [...streams]);
  }

  function update(hospitalId: string): void {
    if (byHospital.has(hospitalId)) sendSoon(hospitalId);
  }

  async function readAndSend(hospitalId: string): Promise<void> {
    if (byHospital.has(hospitalId)) sendBoard(hospitalId, await readBoard(db, hospitalId));
  }

  function sendBoard(hospitalId: string, board: Board): void {
    const byScreen = Map.groupBy(of(hospitalId), ({ screenId }) => screenId);
    for (const [screenId, streams] of byScreen) {
      const shown = boardFor(board, streams[0]?.doctorIds ?? new Set());
      const frames = boardFrame({ type: 'board', data: shown });
      if (lastSent.get(screenId) === frames) continue;
      lastSent.set(screenId, frames);
      for (const stream of streams) stream.send(frames);
    }
  }

  return {
    add(stream) {
      const streams = byHospital.get(stream.hospitalId) ?? new Set();
      byHospital.set(stream.hospitalId, streams.add(stream));
    },
    remove(stream) {
      const streams = byHospital.get(stream.hospitalId);
      streams?.delete(stream);
      if (streams?.size === 0) byHospital.delete(stream.hospitalId);
      if (!all().some(({ screenId }) => screenId === stream.screenId)) {
        lastSent.delete(stream.screenId);
      }
    },
    all,
    narrow(stream, doctorIds) {
      const isSame =
        doctorIds.length === stream.doctorIds.size &&
        doctorIds.every((id) => stream.doctorIds.has(id));
      if (isSame) return;
      stream.doctorIds = new Set(doctorIds);
      update(stream.hospitalId);
    },
    countOf: (screenId) => all().filter((stream) => stream.screenId === screenId).length,
    deliver(events) {
      for (const hospitalId of new Set(events.map((event) => event.hospitalId))) update(hospitalId);
    },
    publishAway(isAway) {
      const frames = isAway
        ? boardFrame({
            type: 'error',
            data: { message: 'The board pauses: the database is away.' },
          })
        : boardFrame({ type: 'connected', data: { at: clock.now().toISOString() } });
      for (const stream of all()) stream.send(frames);
      if (!isAway) for (const hospitalId of byHospital.keys()) update(hospitalId);
    },
  };
}
