/** A doctor's working hours: the week, its breaks and days off [DOC-1]. */
import { z } from 'zod';
import { weekdays } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { clockTime, day, dayGiven, fieldMessages, idParams, uuid } from '../fields.ts';
import { seen } from '../seen.ts';

/** A time interval from one time to a later one on the same day, on the hospital's clock. */
const interval = z
  .object({ from: clockTime, to: clockTime })
  .refine(({ from, to }) => from < to, { error: fieldMessages.hours });
export type Interval = z.infer<typeof interval>;

export const maxIntervalsADay = 6;
/** The most upcoming days off that a doctor can have, and the most in one API response. */
export const maxDaysOff = 60;

/** A list of time intervals in order, without overlaps. */
export const intervals = z
  .array(interval)
  .max(maxIntervalsADay, { error: fieldMessages.tooMany })
  .refine(areApart, { error: fieldMessages.overlap });

function areApart(list: readonly Interval[]): boolean {
  return list.every(({ from }, index) => index === 0 || (list[index - 1]?.to ?? '') <= from);
}

/** One weekday: working hours and breaks within them; no hours means a free day. */
export const dayPlan = z
  .object({ hours: intervals, breaks: intervals })
  .refine(
    ({ hours, breaks }) =>
      breaks.every((pause) => hours.some(({ from, to }) => from <= pause.from && pause.to <= to)),
    { error: fieldMessages.breakOutside, path: ['breaks'] },
  );
export type DayPlan = z.infer<typeof dayPlan>;

/** A whole week, monday to sunday. */
export const weekPlan = z.object({
  monday: dayPlan,
  tuesday: dayPlan,
  wednesday: dayPlan,
  thursday: dayPlan,
  friday: dayPlan,
  saturday: dayPlan,
  sunday: dayPlan,
} satisfies Record<(typeof weekdays)[number], typeof dayPlan>);
export type WeekPlan = z.infer<typeof weekPlan>;

/** Days off on the hospital's calendar, first and last included. */
export const dayOff = z.object({ id: uuid, firstDay: day, lastDay: day });
export type DayOff = z.infer<typeof dayOff>;

/** A doctor's public schedule. */
export const schedule = z.object({
  doctorId: uuid,
  timeZone: z.string(),
  /** The current date on the hospital's calendar. */
  today: day,
  /**
   * The doctor's own weekly working hours, or the hospital's operating hours if the doctor has
   * none.
   */
  week: weekPlan,
  hasOwnWeek: z.boolean(),
  /** The doctor's current and future days off, the next first. */
  daysOff: z.array(dayOff).max(maxDaysOff),
});
export type Schedule = z.infer<typeof schedule>;

const scheduleReply = z.object({ schedule });
const planning = ['doctor', 'hospital_admin'] as const;

export const getSchedule = endpoint({
  method: 'GET',
  path: '/doctors/:id/schedule',
  summary: "Get a doctor's week and days off",
  rows: ['DOC-1'],
  access: 'public',
  params: idParams,
  reply: scheduleReply,
  problems: ['not_found'],
});

export const saveSchedule = endpoint({
  method: 'PUT',
  path: '/hospital/doctors/:id/schedule',
  summary:
    "Save a doctor's week; null follows the hospital's operating hours. Doctors only their own",
  rows: ['DOC-1'],
  access: planning,
  params: idParams,
  body: z.object({
    week: weekPlan.nullable(),
    seen: seen(schedule.pick({ week: true, hasOwnWeek: true })),
  }),
  reply: scheduleReply,
  problems: ['forbidden', 'not_found', 'doctor_deactivated', 'changed_meanwhile'],
});

export const addDayOff = endpoint({
  method: 'POST',
  path: '/hospital/doctors/:id/days-off',
  summary: 'Add days off; appointments on them are listed, not cancelled. Doctors only their own',
  rows: ['DOC-1'],
  access: planning,
  status: 201,
  params: idParams,
  body: z.object({ firstDay: dayGiven(), lastDay: dayGiven() }),
  reply: scheduleReply,
  problems: ['forbidden', 'not_found', 'doctor_deactivated'],
});

export const removeDayOff = endpoint({
  method: 'DELETE',
  path: '/hospital/days-off/:id',
  summary: 'Remove days off again. Doctors only their own',
  rows: ['DOC-1'],
  access: planning,
  params: idParams,
  reply: scheduleReply,
  problems: ['forbidden', 'not_found', 'doctor_deactivated'],
});
