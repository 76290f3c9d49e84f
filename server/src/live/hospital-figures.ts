/**
 * What follows from a hospital's lines, worked out once for all of its screens and told in one frame, at
 * most once a second and only while somebody watches and something changes [STAFF-2, PAT-7, QST-12].
 */
import { maxPageSize } from '@baari/contract/constants.ts';
import type { LineFigures } from '@baari/contract/queue/hospital-figures.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database/database.ts';
import { pacedByKey } from '../platform/one-at-a-time.ts';
import { type DoctorLineRow, listDoctorLines } from '../doctors/doctors.store.ts';
import { doctorView, lineFiguresView } from '../doctors/doctors.view.ts';
import { readDayCounts } from '../queue/day/day-counts.query.ts';
import { frame } from './live.view.ts';

/** How often a hospital's screens are told while its lines keep changing. */
const figuresEveryMs = 1000;
/** Waits move with the clock, too: all lines are looked at so often, and those told that differ. */
const lookEveryMs = 60_000;
/** The waits of a line longer than this are told so often at most. */
const longLine = 50;
const longWaitsEveryMs = 5000;
/** So many waits in a frame, or one line: a reader that is slow is not to fall behind by a whole hospital. */
const waitsAFrame = 300;

export interface FiguresOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  /** Sends to all screens of a hospital. */
  readonly send: (hospitalId: string, frames: string) => void;
  /** Hears when figures could not be read; they are read again. */
  readonly onError: (error: unknown) => void;
}

export interface Figures {
  /** A line has changed, or a screen may not have heard that it did. */
  note(hospitalId: string, doctorId: string): void;
  /** Nobody looks at this hospital any more. */
  forget(hospitalId: string): void;
}

/** What is known of one hospital while it is watched. */
interface Watched {
  /** Doctors whose lines have changed since they were told. */
  readonly changed: Set<string>;
  /** Doctors whose waits have moved with the clock; told behind the others. */
  readonly drifted: Set<string>;
  /** When all lines were last looked at, ms since 1970. */
  lookedAt: number;
  /** By doctor, what was last told and moves with the clock. */
  readonly told: Map<string, string>;
  /** By doctor of a long line, when its waits were last told, ms since 1970. */
  readonly waitsToldAt: Map<string, number>;
}

export function makeFigures({ db, clock, send, onError }: FiguresOptions): Figures {
  const watched = new Map<string, Watched>();
  const tell = pacedByKey({ work: tellHospital, everyMs: figuresEveryMs, onError });

  async function tellHospital(hospitalId: string): Promise<void> {
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
      const data = { hospitalId, ...day, lines: linesToTell(hospital, rows, now) };
      // Derived, not logged: an id would lead a reader that comes back to the wrong place in the log.
      send(hospitalId, frame({ type: 'hospital_figures', data }));
    } catch (error) {
      for (const id of ids) hospital.changed.add(id);
      throw error;
    } finally {
      // What did not go into this frame goes into the next.
      if (isDue(hospital)) tell(hospitalId);
    }
  }

  async function lookAtAll(hospitalId: string, hospital: Watched, now: Date): Promise<void> {
    let after: string | undefined;
    do {
      const wanted = { hospitalId, after };
      const rows: DoctorLineRow[] = await listDoctorLines(db, wanted, maxPageSize, now);
      for (const row of rows) {
        if (hospital.told.get(row.id) !== movingPartOf(row, now)) hospital.drifted.add(row.id);
      }
      after = rows.length < maxPageSize ? undefined : rows.at(-1)?.id;
    } while (after !== undefined);
    hospital.lookedAt = now.getTime();
  }

  function linesToTell(
    hospital: Watched,
    rows: readonly DoctorLineRow[],
    now: Date,
  ): LineFigures[] {
    const lines: LineFigures[] = [];
    let waits = 0;
    for (const row of rows) {
      const tellsWaits = mayTellWaits(hospital, row, now);
      if (tellsWaits) waits += row.counts.length;
      if (waits > waitsAFrame && lines.length > 0) {
        hospital.changed.add(row.id);
        continue;
      }
      if (!tellsWaits) hospital.changed.add(row.id);
      else hospital.waitsToldAt.set(row.id, now.getTime());
      hospital.told.set(row.id, movingPartOf(row, now));
      lines.push(lineFiguresView(row, now, tellsWaits));
    }
    return lines;
  }

  return {
    note(hospitalId, doctorId) {
      const hospital = watched.get(hospitalId) ?? {
        changed: new Set<string>(),
        drifted: new Set<string>(),
        lookedAt: clock.now().getTime(),
        told: new Map<string, string>(),
        waitsToldAt: new Map<string, number>(),
      };
      watched.set(hospitalId, hospital);
      hospital.changed.add(doctorId);
      tell(hospitalId);
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

function mayTellWaits({ waitsToldAt }: Watched, row: DoctorLineRow, now: Date): boolean {
  if (row.counts.length <= longLine) return true;
  return now.getTime() - (waitsToldAt.get(row.id) ?? 0) >= longWaitsEveryMs;
}

/** What is told of a doctor and is another after a while, though nothing has happened. */
function movingPartOf(row: DoctorLineRow, now: Date): string {
  const { line, waitIfJoinedNow } = doctorView(row, now);
  return JSON.stringify([line, waitIfJoinedNow]);
}
