/**
 * Computes the figures of a hospital's lines once for all of the hospital's screens. Sends the
 * figures as one message, at most once a second, and only while a screen is connected and a line
 * changes [STAFF-2, PAT-7, QST-12].
 */
import { maxPageSize } from '@baari/contract/constants.ts';
import type { LineFigures } from '@baari/contract/queue/hospital-figures.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database/database.ts';
import { pacedByKey } from '../platform/coalesce.ts';
import { type DoctorLineRow, listDoctorLines } from '../doctors/doctors.store.ts';
import { doctorView, lineFiguresView } from '../doctors/doctors.view.ts';
import { readDayCounts } from '../queue/day/day-counts.query.ts';
import { frame } from './live.view.ts';

/** How often a hospital's screens get figures while its lines keep changing. */
const figuresEveryMs = 1000;
/**
 * How often all lines are checked for waits that changed only because time passed. Changed waits
 * are sent.
 */
const lookEveryMs = 60_000;
/** In a line with more waiting patients than this, the waits are sent less often. */
const longLine = 50;
const longWaitsEveryMs = 5000;
/**
 * The highest number of waits in one message, unless a single line has more. The limit prevents
 * filling a slow reader's buffer at once.
 */
const waitsAFrame = 300;

export interface FiguresOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  /** Sends a message to all screens of a hospital. */
  readonly send: (hospitalId: string, frames: string) => void;
  /** Called when the figures of lines could not be read. The read is then tried again. */
  readonly onError: (error: unknown) => void;
}

export interface Figures {
  /** Call this function when a line has changed, or when a screen may have missed a change. */
  note(hospitalId: string, doctorId: string): void;
  /** Call this function when no screen is connected for this hospital any more. */
  forget(hospitalId: string): void;
}

/** The data kept in memory about one hospital whose screens are connected. */
interface Watched {
  /** Doctors whose lines have changed since their figures were sent. */
  readonly changed: Set<string>;
  /**
   * Doctors whose waits changed only because time passed. Their figures are sent after those of
   * `changed`.
   */
  readonly drifted: Set<string>;
  /** The time at which all lines were last checked, milliseconds since 1970. */
  lookedAt: number;
  /** For each doctor: the last sent values that change as time passes. */
  readonly sent: Map<string, string>;
  /**
   * For each doctor with a long line: the time at which the line's waits were last sent,
   * milliseconds since 1970.
   */
  readonly waitsSentAt: Map<string, number>;
}

export function makeFigures({ db, clock, send, onError }: FiguresOptions): Figures {
  const watched = new Map<string, Watched>();
  const sendSoon = pacedByKey({ work: sendFigures, everyMs: figuresEveryMs, onError });

  async function sendFigures(hospitalId: string): Promise<void> {
    const hospital = watched.get(hospitalId);
    if (hospital === undefined || !isDue(hospital)) return;
    const now = clock.now();
    if (now.getTime() - hospital.lookedAt >= lookEveryMs)
      await lookAtAll(hospitalId, hospital, now);
    const ids = [...hospital.changed, ...hospital.drifted].slice(0, maxPageSize);
    for (const id of ids) take(hospital, id);
    try {
      const [day, rows] = await Promise.all([
        readDayCounts({ db, clock }, hospitalId),
        listDoctorLines(db, { ids }, maxPageSize, now),
      ]);
      if (day === undefined) return;
      const data = { hospitalId, ...day, lines: linesToSend(hospital, rows, now) };
      // Figures are not in the event log, so they are sent without an id. With an id, a
      // reconnecting reader would resume at a wrong position of the log.
      send(hospitalId, frame({ type: 'hospital_figures', data }));
    } catch (error) {
      for (const id of ids) hospital.changed.add(id);
      throw error;
    } finally {
      // Changes that did not fit into this message are sent in the next one.
      if (isDue(hospital)) sendSoon(hospitalId);
    }
  }

  async function lookAtAll(hospitalId: string, hospital: Watched, now: Date): Promise<void> {
    let after: string | undefined;
    do {
      const wanted = { hospitalId, after };
      const rows: DoctorLineRow[] = await listDoctorLines(db, wanted, maxPageSize, now);
      for (const row of rows) {
        if (hospital.sent.get(row.id) !== movingPartOf(row, now)) hospital.drifted.add(row.id);
      }
      after = rows.length < maxPageSize ? undefined : rows.at(-1)?.id;
    } while (after !== undefined);
    hospital.lookedAt = now.getTime();
  }

  function linesToSend(
    hospital: Watched,
    rows: readonly DoctorLineRow[],
    now: Date,
  ): LineFigures[] {
    const lines: LineFigures[] = [];
    let waits = 0;
    for (const row of rows) {
      const sendsWaits = maySendWaits(hospital, row, now);
      if (sendsWaits) waits += row.counts.length;
      if (waits > waitsAFrame && lines.length > 0) {
        hospital.changed.add(row.id);
        continue;
      }
      if (!sendsWaits) hospital.changed.add(row.id);
      else hospital.waitsSentAt.set(row.id, now.getTime());
      hospital.sent.set(row.id, movingPartOf(row, now));
      lines.push(lineFiguresView(row, now, sendsWaits));
    }
    return lines;
  }

  return {
    note(hospitalId, doctorId) {
      const hospital = watched.get(hospitalId) ?? {
        changed: new Set<string>(),
        drifted: new Set<string>(),
        lookedAt: clock.now().getTime(),
        sent: new Map<string, string>(),
        waitsSentAt: new Map<string, number>(),
      };
      watched.set(hospitalId, hospital);
      hospital.changed.add(doctorId);
      sendSoon(hospitalId);
    },
    forget(hospitalId) {
      watched.delete(hospitalId);
    },
  };
}

function isDue({ changed, drifted }: Watched): boolean {
  return changed.size + drifted.size > 0;
}

function take({ changed, drifted }: Watched, id: string): void {
  changed.delete(id);
  drifted.delete(id);
}

function maySendWaits({ waitsSentAt }: Watched, row: DoctorLineRow, now: Date): boolean {
  if (row.counts.length <= longLine) return true;
  return now.getTime() - (waitsSentAt.get(row.id) ?? 0) >= longWaitsEveryMs;
}

/** The values of a doctor's line that can change only because time passes. */
function movingPartOf(row: DoctorLineRow, now: Date): string {
  const { line, waitIfJoinedNow, requests } = doctorView(row, now);
  return JSON.stringify([line, waitIfJoinedNow, requests]);
}
