/**
 * A doctor's timetable: the sessions in which times can be booked [APPT-1, DOC-1]. A doctor without
 * sessions has the six half-hours of `appointmentTimes` within the working hours.
 */
import { z } from 'zod';
import { lastMinute, listShown, weekdays } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { clockTime, day, dayGiven, fieldMessages, idParams, instant, uuid } from '../fields.ts';
import { seen } from '../seen.ts';
import { appointment } from '../visit/appointment.ts';

/** The most sessions of one doctor. */
export const maxSessions = 40;
/** The length of a slot in minutes. */
export const slotMinutesBounds = { least: 5, most: 120 } as const;
/** The patients who may book the same slot. */
export const slotPlacesBounds = { least: 1, most: 50 } as const;
/** The pause after each slot in minutes. */
export const bufferMinutesBounds = { least: 0, most: 60 } as const;
/** The most slots of one day: a whole day of the shortest slots. */
export const maxSlotsADay = (24 * 60) / slotMinutesBounds.least;
/** The days that a preview covers, today included. */
export const previewDays = 14;

export const sessionKinds = ['booked', 'open', 'closed'] as const;
export type SessionKind = (typeof sessionKinds)[number];

function whole({ least, most }: { readonly least: number; readonly most: number }) {
  return z
    .int({ error: fieldMessages.number })
    .min(least, { error: fieldMessages.number })
    .max(most, { error: fieldMessages.number });
}

/** When a session takes place, on the hospital's clock. */
const when = {
  /** The weekdays of a weekly session; empty for a session of one date. */
  weekdays: z
    .array(z.enum(weekdays, { error: fieldMessages.choice }))
    .max(weekdays.length, { error: fieldMessages.tooMany })
    .refine((list) => new Set(list).size === list.length, { error: fieldMessages.choice }),
  /** The date of a session that takes place once; null for a weekly session. */
  date: dayGiven().nullable(),
  from: clockTime,
  /** `lastMinute` (23:59) stands for midnight, as in the working hours. */
  to: clockTime,
  /** The first and last day of a weekly session, both included; null for no limit. */
  validFrom: dayGiven().nullable(),
  validUntil: dayGiven().nullable(),
};

/** Patients book a time. */
export const bookedSession = z.object({
  kind: z.literal('booked'),
  ...when,
  slotMinutes: whole(slotMinutesBounds),
  /** How many patients may book the same slot. */
  places: whole(slotPlacesBounds),
  /** Minutes without a booking after each slot. */
  bufferMinutes: whole(bufferMinutesBounds),
  /**
   * The share of the session's places that is kept for walk-ins and cannot be booked. It is rounded
   * down once for the whole session and spread evenly over its slots.
   */
  walkInPercent: whole({ least: 0, most: 100 }),
});

/** Patients come without a time; nothing can be booked. */
export const openSession = z.object({ kind: z.literal('open'), ...when });

/** Takes time away from the other sessions: each week, or on one date as an exception. */
export const closedSession = z.object({ kind: z.literal('closed'), ...when });

/** One session of a timetable. */
export const timetableSession = z
  .discriminatedUnion('kind', [bookedSession, openSession, closedSession], {
    error: fieldMessages.choice,
  })
  .superRefine((session, context) => {
    const refuse = (field: keyof typeof when | 'slotMinutes', message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { date, from, to, validFrom, validUntil } = session;
    if ((date === null) !== session.weekdays.length > 0) {
      refuse('weekdays', fieldMessages.sessionDays);
    }
    if (from >= to) refuse('to', fieldMessages.hours);
    else if (session.kind === 'booked' && session.slotMinutes > minutesBetween(from, to)) {
      refuse('slotMinutes', fieldMessages.slotTooLong);
    }
    if (date !== null && (validFrom !== null || validUntil !== null)) {
      refuse('validFrom', fieldMessages.sessionDays);
    }
    if (validFrom !== null && validUntil !== null && validUntil < validFrom) {
      refuse('validUntil', fieldMessages.validity);
    }
  });
export type TimetableSession = z.infer<typeof timetableSession>;
export type BookedSession = Extract<TimetableSession, { kind: 'booked' }>;

/** Minutes from one time of day to a later one; the last minute of the day counts as midnight. */
export function minutesBetween(from: string, to: string): number {
  return minutesOf(to) - minutesOf(from);
}

function minutesOf(time: string): number {
  if (time === lastMinute) return 24 * 60;
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/**
 * The sessions of a timetable. Refuses booked and open sessions that overlap on a day on which both
 * are valid. Closed sessions may overlap anything: they take the time away.
 */
const sessions = z
  .array(timetableSession)
  .max(maxSessions, { error: fieldMessages.tooMany })
  .superRefine((list, context) => {
    list.forEach((session, index) => {
      if (list.slice(0, index).some((other) => overlap(session, other))) {
        context.addIssue({
          code: 'custom',
          path: [index, 'from'],
          message: fieldMessages.sessionsOverlap,
        });
      }
    });
  });

/** Whether two sessions overlap on some day; closed sessions never do. */
export function overlap(one: TimetableSession, other: TimetableSession): boolean {
  if (one.kind === 'closed' || other.kind === 'closed') return false;
  if (minutesBetween(one.from, other.to) <= 0 || minutesBetween(other.from, one.to) <= 0) {
    return false;
  }
  if (one.date !== null) return isOn(other, one.date);
  if (other.date !== null) return isOn(one, other.date);
  return (
    one.weekdays.some((weekday) => other.weekdays.includes(weekday)) &&
    (one.validUntil ?? '9999-12-31') >= (other.validFrom ?? '') &&
    (other.validUntil ?? '9999-12-31') >= (one.validFrom ?? '')
  );
}

/** Whether a session takes place on a date. */
export function isOn(session: TimetableSession, date: string): boolean {
  if (session.date !== null) return session.date === date;
  const weekday = weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7];
  return (
    weekday !== undefined &&
    session.weekdays.includes(weekday) &&
    (session.validFrom ?? date) <= date &&
    date <= (session.validUntil ?? date)
  );
}

/** A doctor's timetable as the hospital's staff see it. */
export const timetable = z.object({
  doctorId: uuid,
  timeZone: z.string(),
  /** The hospital's today. */
  today: day,
  /** Empty: the doctor has the six half-hours within the working hours. */
  sessions: z.array(timetableSession).max(maxSessions),
});
export type Timetable = z.infer<typeof timetable>;

const exampleSession: TimetableSession = {
  kind: 'booked',
  weekdays: ['monday', 'wednesday'],
  date: null,
  from: '17:00',
  to: '21:00',
  validFrom: null,
  validUntil: null,
  slotMinutes: 10,
  places: 2,
  bufferMinutes: 0,
  walkInPercent: 20,
};

const timetableReply = z.object({ timetable });
const desk = ['doctor', 'receptionist', 'hospital_admin'] as const;
const planning = ['doctor', 'hospital_admin'] as const;

export const getTimetable = endpoint({
  method: 'GET',
  path: '/hospital/doctors/:id/timetable',
  summary: "Get the timetable of one of the hospital's doctors",
  rows: ['APPT-1', 'DOC-1'],
  access: desk,
  params: idParams,
  reply: timetableReply,
  problems: ['forbidden', 'not_found'],
});

export const saveTimetable = endpoint({
  method: 'PUT',
  path: '/hospital/doctors/:id/timetable',
  summary:
    "Save a doctor's whole timetable; without sessions the doctor has the six half-hours. Doctors only their own",
  rows: ['APPT-1', 'DOC-1'],
  access: planning,
  params: idParams,
  example: { sessions: [exampleSession] },
  body: z.object({ sessions, seen: seen(timetable.pick({ sessions: true })) }),
  reply: timetableReply,
  problems: ['forbidden', 'not_found', 'doctor_deactivated', 'changed_meanwhile'],
});

/** One day as a timetable would offer it. */
export const previewDay = z.object({
  date: day,
  /** Whether the doctor has this day off, so that nothing is offered. */
  isOff: z.boolean(),
  /** The places of all slots. */
  places: z.int(),
  slots: z
    .array(z.object({ time: clockTime, minutes: z.int(), places: z.int() }))
    .max(maxSlotsADay),
  /** The hours in which patients come without a time. */
  openHours: z.array(z.object({ from: clockTime, to: clockTime })).max(maxSessions),
});
export type PreviewDay = z.infer<typeof previewDay>;

export const previewTimetable = endpoint({
  method: 'POST',
  path: '/hospital/doctors/:id/timetable/preview',
  summary:
    'Show what a timetable would offer in the next 14 days and which bookings it would exclude; saves nothing. Doctors only their own',
  rows: ['APPT-1', 'DOC-1'],
  access: planning,
  params: idParams,
  example: { sessions: [exampleSession] },
  body: z.object({ sessions }),
  reply: z.object({
    timeZone: z.string(),
    /** Today and the 13 days after it. */
    days: z.array(previewDay).max(previewDays),
    /**
     * The next 100 bookings outside the timetable, soonest first: those that `listOutsideHours`
     * would list.
     */
    outside: z.array(appointment).max(listShown),
    /** There are others, later. */
    hasMore: z.boolean(),
  }),
  problems: ['forbidden', 'not_found', 'doctor_deactivated'],
});

/** One day of a month: how much of it is taken. */
export const monthDay = z.object({
  date: day,
  isOff: z.boolean(),
  /** The places that the timetable offers that day, also those of times that have passed. */
  places: z.int(),
  /** The places that can still be booked; 0 on past days and on days too far ahead. */
  free: z.int(),
  /** The bookings of the day, without cancelled ones. */
  booked: z.int(),
});
export type MonthDay = z.infer<typeof monthDay>;

export const getTimetableMonth = endpoint({
  method: 'GET',
  path: '/hospital/doctors/:id/timetable/month',
  summary: "Show how full each day of a month is for one of the hospital's doctors",
  rows: ['APPT-1', 'DOC-1'],
  access: desk,
  params: idParams,
  /** date: any day of the month; by default the hospital's today. */
  query: z.object({ date: dayGiven().optional() }),
  reply: z.object({
    timeZone: z.string(),
    today: day,
    /** The last day that can be booked. */
    lastDay: day,
    asOf: instant,
    days: z.array(monthDay).max(31),
  }),
  problems: ['forbidden', 'not_found'],
});
