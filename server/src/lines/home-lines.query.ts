/**
 * Reads the shared lines in which patients may request a place from home; anyone may read them
 * [LINE-6].
 */
import { nameIn } from '@baari/contract/lines/line-names.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { HomeLine } from '@baari/contract/lines/shared-line.ts';
import { openingAt } from '../hospitals/opening.rules.ts';
import { findHospital } from '../hospitals/hospitals.store.ts';
import { limitFactsOf, requestsTakenOf } from '../limits/limits.rules.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import { openHoursOf, takesRequestsAt } from '../timetables/timetable.rules.ts';
import { pointsAt } from '../queue/queue.view.ts';
import { forecastOf, lineNow, announcedWait, placeLine } from '../waits/announced-wait.rules.ts';
import { type HomeLineRow, listHomeLinesOf } from './home-lines.store.ts';

/**
 * Lists the shared lines in which patients may request a place from home, with the wait of a
 * patient who joins now. The lines of a hidden hospital are not found [SEC-20].
 */
export async function listHomeLines(
  { db, clock, language }: Context,
  hospitalId: string,
): Promise<Result<{ lines: HomeLine[] }>> {
  const now = clock.now();
  const hospital = await findHospital(db, hospitalId, now);
  if (hospital === undefined || hospital.standing === 'hidden') return refuse('not_found');
  const rows = await listHomeLinesOf(db, hospitalId, now);
  return ok({ lines: rows.map((row) => homeLineView(row, language, now)) });
}

function homeLineView(row: HomeLineRow, language: Language | undefined, now: Date): HomeLine {
  const sessions = row.sessions ?? [];
  const isTaking = row.is_open && takesRequestsAt(sessions, row.time_zone, now);
  const status = isTaking ? 'Available' : 'Offline';
  const line = lineNow(
    {
      plan: { zone: row.time_zone, week: null, hospitalHours: row.hospital_hours },
      status,
      breakUntil: null,
      insideSince: null,
      waitingSince: row.waiting_since,
      learnt: row,
      points: pointsAt(row.points),
      numbers: row.numbers ?? [],
    },
    now,
  );
  const ahead = { people: row.present, visits: row.present_visits };
  const forecast = forecastOf(line, ahead);
  return {
    id: row.id,
    name: nameIn(row.name, row.names, language),
    kind: row.kind,
    department: row.department,
    room: row.room,
    hospital_id: row.hospital_id,
    hospitalStanding: row.hospital_standing,
    status,
    opening: openingAt(row.hospital_hours, row.time_zone, now),
    takesRequestsShut: row.takes_requests_shut,
    requests: requestsTakenOf(limitFactsOf(row), row.hospital_hours, now),
    takesBookings: row.is_open && row.takes_bookings,
    openHours: openHoursOf(sessions, dayAt(now, row.time_zone)),
    timeZone: row.time_zone,
    doctors: [...row.doctors],
    openPoints: row.open_points,
    waiting: row.waiting,
    waitIfJoinedNow: forecast === undefined || !isTaking ? null : announcedWait(forecast, line),
    lineIfJoinedNow: placeLine(line, ahead),
  };
}
