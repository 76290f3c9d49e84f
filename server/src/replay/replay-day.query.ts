/** Simulates a past day of the hospital under another rule [WAIT-4]. */
import { createHash } from 'node:crypto';
import type { QueryOf } from '@baari/contract/endpoint.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import {
  type DayReplay,
  fewestReplayed,
  mostReplayed,
  type replayDay as replayDayCall,
} from '@baari/contract/hospital/replay.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { addDays, weekdayOf } from '../schedule/calendar.rules.ts';
import { calendarDayOf } from '../schedule/work-day.rules.ts';
import { recordedLine, type RecordedLine } from './recorded-day.rules.ts';
import type { Change } from './replay-day.rules.ts';
import type { Replays } from './replays.ts';
import {
  countVisits,
  findLatestDay,
  listDoctors,
  listVisits,
  readHospital,
  type ReplayedDoctor,
  type ReplayedHospital,
  type VisitRow,
} from './replay.store.ts';

type Wanted = QueryOf<typeof replayDayCall>;

/**
 * Simulates a past day for the caller's hospital. Refuses today and future days, doctors of another
 * hospital, and days with too many visits. For a day with too few visits the simulation is null.
 */
export async function replayDay(
  context: StaffContext,
  replays: Replays,
  wanted: Wanted,
): Promise<Result<DayReplay>> {
  const { db, actor, clock } = context;
  const { hospitalId } = actor;
  const hospital = await readHospital(db, hospitalId, clock.now());
  const wantedDay =
    wanted.day ?? (await findLatestDay(db, hospitalId, clock.now())) ?? addDays(hospital.today, -1);
  if (wantedDay >= hospital.today) {
    return refuse('invalid_request', [{ param: 'day', msg: fieldMessages.pastDay }]);
  }
  const doctors = await listDoctors(db, hospitalId);
  const isOurs = (id: string | undefined) =>
    id === undefined || doctors.some((doctor) => doctor.id === id);
  if (!isOurs(wanted.doctor) || !isOurs(wanted.beside)) return refuse('not_found');
  const day = { hospitalId, timeZone: hospital.time_zone, day: wantedDay };
  const counts = new Map(
    (await countVisits(db, day)).map(({ doctor_id, visits }) => [doctor_id, visits]),
  );
  const ofDay = doctors.filter(({ id }) => counts.has(id));
  const chosen = ofDay.filter(({ id }) => wanted.doctor === undefined || id === wanted.doctor);
  const answer = {
    day: wantedDay,
    today: hospital.today,
    timeZone: hospital.time_zone,
    doctors: ofDay.map(({ id, name }) => ({ id, name, visits: counts.get(id) ?? 0 })),
  };
  const letIn = chosen.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);
  const isTooMany = letIn > mostReplayed;
  const rows = isTooMany
    ? []
    : await listVisits(
        db,
        day,
        chosen.map(({ id }) => id),
      );
  await recordAudit(db, context, { action: 'replay day' });
  if (isTooMany) return ok({ ...answer, visits: letIn, outcome: 'too_many', replay: null });
  const byDoctor = Map.groupBy(rows, ({ doctor_id }) => doctor_id);
  const lines = chosen.map((doctor) =>
    lineOf(doctor, byDoctor.get(doctor.id) ?? [], hospital, wantedDay),
  );
  const visits = lines
    .flatMap((line) => line.visits)
    .filter(({ startedAt }) => startedAt !== null).length;
  if (visits < fewestReplayed) return ok({ ...answer, visits, outcome: 'too_few', replay: null });
  const replayed = await replays.play(
    {
      lines,
      weekday: weekdayOf(wantedDay),
      change: changeOf(
        wanted,
        chosen.findIndex(({ id }) => id === wanted.beside),
      ),
      seed: seedOf(hospitalId, wantedDay),
    },
    actor.userId,
  );
  return replayed.ok
    ? ok({ ...answer, visits, outcome: 'played', replay: replayed.value })
    : replayed;
}

function lineOf(
  doctor: ReplayedDoctor,
  rows: readonly VisitRow[],
  { time_zone: zone, hospital_hours: hospitalHours }: ReplayedHospital,
  day: string,
): RecordedLine {
  const { id: _id, name: _name, week, ...learnt } = doctor;
  const plan = { zone, week, hospitalHours };
  const workDay = calendarDayOf(plan, day);
  return recordedLine({ plan, learnt, rows }, workDay);
}

function changeOf(wanted: Wanted, helped: number): Change {
  const { breaks, breakFrom, breakMinutes, onTime = false, order, walkIns } = wanted;
  const from = Number(breakFrom.slice(0, 2)) * 60 + Number(breakFrom.slice(3));
  return {
    besideLine: helped === -1 ? undefined : helped,
    isOnTime: onTime,
    breaks:
      breaks === 'own' ? { from, to: from + breakMinutes } : breaks === 'none' ? undefined : breaks,
    order,
    walkIns,
  };
}

/**
 * A fixed seed per hospital and day. So two rules use the same random numbers, and their results do
 * not differ by chance.
 */
function seedOf(hospitalId: string, day: string): number {
  return createHash('sha256').update(`${hospitalId} ${day}`).digest().readUInt32BE(0);
}
