/** Builds the API's data on a doctor, for the public and for the hospital's staff [ENT-4]. */
import {
  defaultDepartment,
  defaultDoctorName,
  defaultExperienceYears,
  defaultSpecialty,
} from '@baari/contract/constants.ts';
import type { Colleague, Doctor, HeldTimes } from '@baari/contract/doctor/doctor.ts';
import type { DoctorProfile } from '@baari/contract/doctor/doctor-profile.ts';
import type { LineFigures, PlaceWait } from '@baari/contract/queue/hospital-figures.ts';
import type { DayOff, Schedule } from '@baari/contract/hospital/schedule.ts';
import { averageRating } from '../hospitals/average-rating.rules.ts';
import { limitFactsOf, requestsTakenOf } from '../limits/limits.rules.ts';
import { openingAt } from '../hospitals/opening.rules.ts';
import { type WorkPlan, weekOf } from '../schedule/schedule.rules.ts';
import { alike } from '../waits/forecast.rules.ts';
import {
  forecastOf,
  type LineNow,
  lineNow,
  placeLine,
  placeWait,
  announcedWait,
} from '../waits/announced-wait.rules.ts';
import type { DoctorLineRow, DoctorRow } from './doctors.store.ts';

/** With fewer predictions than this, the share of right predictions is not shown. */
const fewestPromises = 50;

export function doctorView(row: DoctorRow, now: Date): Doctor {
  return doctorInLine(row, lineOf(row, now));
}

/**
 * The figures of a doctor's line, with the predicted wait at each position; without these waits if
 * `sendsWaits` is false.
 */
export function lineFiguresView(row: DoctorLineRow, now: Date, sendsWaits: boolean): LineFigures {
  const line = lineOf(row, now);
  return {
    doctor: doctorInLine(row, line),
    queueVersion: row.version,
    waits: sendsWaits ? waitsOf(line, row.counts) : null,
  };
}

function waitsOf(line: LineNow, counts: readonly number[]): PlaceWait[] {
  let ahead = alike(0);
  return counts.map((countsAs) => {
    const wait = placeWait(line, ahead);
    if (countsAs > 0) ahead = { people: ahead.people + 1, visits: ahead.visits + countsAs };
    return wait;
  });
}

function doctorInLine(row: DoctorRow, line: LineNow): Doctor {
  const { now } = line;
  const ahead = { people: row.present, visits: row.present_visits };
  const forecast = forecastOf(line, ahead);
  return {
    id: row.id,
    name: row.name || defaultDoctorName,
    specialty: row.specialty || defaultSpecialty,
    department: row.department || defaultDepartment,
    status: row.status,
    breakUntil: row.break_until?.toISOString() ?? null,
    room: row.room,
    hospital_id: row.hospital_id,
    hospitalStanding: row.hospital_standing,
    opening: openingAt(row.hospital_hours, row.time_zone, now),
    takesRequestsShut: row.takes_requests_shut,
    requests: requestsTakenOf(limitFactsOf(row), row.hospital_hours, now),
    timeZone: row.time_zone,
    created_at: row.created_at.toISOString(),
    rating: averageRating({ sum: row.rating_sum, count: row.rating_count }),
    ratingCount: row.rating_count,
    experience: row.experience_years ?? defaultExperienceYears,
    image: row.image,
    currentQueue: row.waiting + row.in_consultation,
    totalPatients: row.completed_total,
    averageWaitTime: Math.round(row.average_wait ?? 0),
    line: line.announced,
    waitIfJoinedNow: forecast === undefined ? null : announcedWait(forecast, line),
    lineIfJoinedNow: placeLine(line, ahead),
    promises: heldTimesView(row),
  };
}

/**
 * How many of the waits predicted to a doctor's patients were right; null if too few predictions
 * were counted [QST-12].
 */
export function heldTimesView({
  promises_counted: of,
  promises_kept: kept,
  promises_inside: inside,
}: {
  readonly promises_counted: number | null;
  readonly promises_kept: number | null;
  readonly promises_inside: number | null;
}): HeldTimes | null {
  if (of === null || kept === null || inside === null || of < fewestPromises) return null;
  return { kept, of, inside };
}

function lineOf(row: DoctorRow, now: Date): LineNow {
  const rows = {
    plan: workPlanOf(row),
    status: row.status,
    breakUntil: row.break_until,
    insideSince: row.running_since,
    insideCountsAs: row.running_counts_as,
    waitingSince: row.waiting_since,
    learnt: row,
    sharedBesides: row.shared_besides,
  };
  return lineNow(rows, now);
}

/**
 * A doctor's working hours as the public sees them; `today` is the date at the hospital [DOC-1].
 */
export function scheduleView(row: DoctorRow, daysOff: readonly DayOff[], today: string): Schedule {
  return {
    doctorId: row.id,
    timeZone: row.time_zone,
    today,
    week: weekOf(workPlanOf(row)),
    hasOwnWeek: row.week !== null,
    daysOff: [...daysOff],
  };
}

export function profileView(row: DoctorRow): DoctorProfile {
  return {
    experience: row.experience_years ?? defaultExperienceYears,
    qualifications: row.qualifications,
    languages: row.languages,
    about: row.about,
  };
}

export function colleagueView(row: DoctorRow, now: Date): Colleague {
  return {
    ...doctorView(row, now),
    email: row.email,
    phone: row.phone,
    hasAccount: row.has_account,
    visitMinutes: row.visit_minutes,
  };
}

export function workPlanOf(row: DoctorRow): WorkPlan {
  return { zone: row.time_zone, week: row.week, hospitalHours: row.hospital_hours };
}
