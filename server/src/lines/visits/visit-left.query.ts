/** Computes the remaining time of a visit, as shown to the patient and as recorded [LINE-5]. */
import { leftAsAnnounced, leftWithWait } from '@baari/contract/lines/visit-left.ts';
import type { WaitRange } from '@baari/contract/queue/wait.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { EntryRow } from '../../queue/queue.store.ts';
import { shownRangeOf } from '../../queue/promises/shown-range.ts';
import { forecastOfEntry, waitOf } from '../../queue/queue.view.ts';
import { timeAt } from '../../schedule/calendar.rules.ts';
import { remaining, type Rest } from '../../waits/line-forecast.rules.ts';
import { meanConsultation, serviceTimeOf } from '../../waits/service-time.rules.ts';
import { spreadAtPoint } from '../../waits/points.rules.ts';
import {
  fitNext,
  forecastVisit,
  type LineToday,
  linesToCome,
  unlearnt,
  type VisitForecast,
} from '../../waits/visit-left.rules.ts';
import { defaultCalibration } from '../../waits/calibration.rules.ts';
import { listPlanned } from './journey.store.ts';
import { findVisitFacts, type LineTodayRow, listBeen, listLinesToday } from './visit-left.store.ts';

const minuteMs = 60_000;

/**
 * The remaining time of a visit from its present step on, as a range with both limits rounded.
 * Undefined if the step has ended, or if no service point calls from the present line or a planned
 * line.
 */
export async function readVisitLeft(
  db: Queryable,
  entry: EntryRow,
  now: Date,
): Promise<VisitForecast | undefined> {
  const present = presentOf(entry, now);
  if (present === undefined) return undefined;
  const planned = entry.visit_id === null ? [] : await listPlanned(db, entry.visit_id);
  const { calibration, said, closed } = await findVisitFacts(db, entry.hospital_id);
  if (planned.some(({ line_id }) => closed.includes(line_id))) return undefined;
  const been = await listBeen(db, entry.id);
  const fit = calibration ?? { ...unlearnt, next: fitNext([], said) };
  const stops = {
    stop: { lineId: entry.line_id, isReturn: been.slice(0, -1).includes(entry.line_id) },
    planned: planned.map(({ line_id: lineId, is_return: isReturn }) => ({ lineId, isReturn })),
  };
  const lines = await listLinesToday(db, linesToCome(stops, fit));
  const visit = {
    ...stops,
    present,
    been,
    timeOfDay: minutesOf(timeAt(now, entry.hospital_time_zone)),
    lines: Object.fromEntries(lines.map((line) => [line.line_id, lineToday(line, now)])),
  };
  const forecast = forecastVisit(visit, fit);
  const announced = leftAsAnnounced(forecast);
  const wait = await shownWait(db, entry, now);
  return { ...forecast, ...(wait === null ? announced : leftWithWait(announced, wait.upper)) };
}

/**
 * The wait that is shown to the patient. Null for a patient who is being served, and if there is no
 * forecast.
 */
async function shownWait(db: Queryable, entry: EntryRow, now: Date): Promise<WaitRange | null> {
  if (entry.status !== 'waiting') return null;
  return shownRangeOf(db, { ...waitOf(entry, now), id: entry.id, position: entry.place }, now);
}

function lineToday(line: LineTodayRow, now: Date): LineToday {
  const mean = meanConsultation(serviceTimeOf(line), now);
  return { waiting: line.waiting, points: line.points, mean };
}

/**
 * The time until the present step ends. For a waiting patient it is the wait and the service time;
 * for a patient being served it is the rest of the service time.
 */
function presentOf(entry: EntryRow, now: Date): Rest | undefined {
  const mean = meanConsultation(serviceTimeOf(entry), now);
  const spread = entry.is_shared
    ? spreadAtPoint(entry)
    : (entry.forecast ?? defaultCalibration).spread;
  if (entry.status === 'in_progress') {
    if (entry.started_at === null) return undefined;
    const lasted = Math.max(0, (now.getTime() - entry.started_at.getTime()) / minuteMs);
    return remaining(mean, lasted, spread);
  }
  const wait = forecastOfEntry(entry, now);
  if (wait === undefined) return undefined;
  const there = remaining(mean, 0, spread);
  return { mean: wait.expected + there.mean, variance: wait.deviation ** 2 + there.variance };
}

/** Converts a time such as "09:30" to minutes since midnight. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
