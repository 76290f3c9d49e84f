/**
 * The timetable of a doctor or a shared line: the sessions in which times can be booked [APPT-1, DOC-1,
 * LINE-6]. A doctor without sessions has the six half-hours of `appointmentTimes` within the working
 * hours; a shared line without sessions cannot be booked.
 */
import { z } from 'zod';
import { listShown, visitKinds, weekdays } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { clockTime, day, dayGiven, fieldMessages, idParams, instant, uuid } from '../fields.ts';
import { seen } from '../seen.ts';
import { appointment } from '../visit/appointment.ts';
import { minutesBetween, overlap } from './session-days.ts';

/** The most sessions of one timetable. */
export const maxSessions = 40;
/** The shortest and longest length of a booking slot, in minutes. */
export const slotMinutesBounds = { least: 5, most: 120 } as const;
/** How many patients may book the same slot: the lowest and highest number. */
export const slotPlacesBounds = { least: 1, most: 50 } as const;
/** The shortest and longest pause after each booking slot, in minutes. */
export const bufferMinutesBounds = { least: 0, most: 60 } as const;
/**
 * The most slots that one day can have: as many slots of the shortest length as fit into 24 hours.
 */
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
  /**
   * The end time of the session. `lastMinute` (23:59) means midnight, as in the working hours.
   */
  to: clockTime,
  /** The first and last day of a weekly session, both included; null for no limit. */
  validFrom: dayGiven().nullable(),
  validUntil: dayGiven().nullable(),
};

/**
 * Minutes of a visit for each kind of visit. A kind without minutes takes `slotMinutes`. A visit
 * longer than its slot also takes a place in each following slot that the visit, or the pause after
 * it, overlaps.
 */
const lengths = z.object({
  new: whole(slotMinutesBounds).optional(),
  follow_up: whole(slotMinutesBounds).optional(),
});

/** How many places of a session may be reserved for the desk: the lowest and highest number. */
export const reservedPlacesBounds = { least: 1, most: 50 } as const;
/**
 * How many of the session's first places only the desk can take; left out for none. A patient added
 * by the desk takes one of these places first, so no place is counted twice.
 */
const reservedPlaces = whole(reservedPlacesBounds).optional();

/** A session in which patients book a time. */
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
   * down for the whole session, and its places are spread evenly over the slots.
   */
  walkInPercent: whole({ least: 0, most: 100 }),
  /** Minutes of a visit for each kind of visit. Left out if every visit takes `slotMinutes`. */
  lengths: lengths.optional(),
  reservedPlaces,
});

/** The most patients of an open session. */
export const openPlacesBounds = { least: 1, most: 1000 } as const;

/** A session for patients without a booked time. Nothing can be booked in it. */
export const openSession = z.object({
  kind: z.literal('open'),
  ...when,
  /**
   * The most patients without a booked time, counted from the end of the previous session to the
   * end of this one; left out for no limit. The desk may exceed it with a reason.
   */
  places: whole(openPlacesBounds).optional(),
  /** How many of `places` only the desk can take. Refused if the session has no limit of places. */
  reservedPlaces,
});

/**
 * A closed session removes time. A weekly one removes it from the weekly sessions, and one of a
 * single date from all sessions of that date.
 */
export const closedSession = z.object({ kind: z.literal('closed'), ...when });

/**
 * One session of a timetable. A session on one date is an exception to the weekly sessions. It adds
 * hours at times without a weekly session, and replaces the hours of weekly sessions that it
 * overlaps. A closed session removes hours.
 */
export const timetableSession = z
  .discriminatedUnion('kind', [bookedSession, openSession, closedSession], {
    error: fieldMessages.choice,
  })
  .superRefine((session, context) => {
    const refuse = (field: keyof typeof when | 'slotMinutes' | 'reservedPlaces', message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { date, from, to, validFrom, validUntil } = session;
    if (session.kind === 'booked' && from < to) refuseTooLong(session, context);
    if (session.kind === 'open' && (session.reservedPlaces ?? 0) > (session.places ?? 0)) {
      refuse('reservedPlaces', fieldMessages.number);
    }
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

/** Refuses a session whose minutes for a kind of visit are longer than the session. */
function refuseTooLong(session: z.infer<typeof bookedSession>, context: z.RefinementCtx): void {
  const longest = minutesBetween(session.from, session.to);
  for (const kind of visitKinds) {
    if ((session.lengths?.[kind] ?? 0) > longest) {
      const message = fieldMessages.slotTooLong;
      context.addIssue({ code: 'custom', path: ['lengths', kind], message });
    }
  }
}

export type TimetableSession = z.infer<typeof timetableSession>;
export type BookedSession = Extract<TimetableSession, { kind: 'booked' }>;

/**
 * The sessions of a timetable. Refuses overlaps of booked and open sessions: two weekly ones that
 * are valid on the same day, or two of the same date. A session of one date may overlap weekly
 * sessions, because it replaces their time. Closed sessions may overlap all others, because they
 * only remove time.
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

/** A timetable as the hospital's staff see it. */
export const timetable = z.object({
  /** The id of the doctor or the shared line. */
  doctorId: uuid,
  timeZone: z.string(),
  /** The current date on the hospital's calendar. */
  today: day,
  /**
   * The sessions of the timetable. If there are none, a doctor has the six half-hours within the
   * working hours, and a shared line cannot be booked.
   */
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
  summary: "Get the timetable of one of the hospital's doctors or shared lines",
  rows: ['APPT-1', 'DOC-1', 'LINE-6'],
  access: desk,
  params: idParams,
  reply: timetableReply,
  problems: ['forbidden', 'not_found'],
});

export const saveTimetable = endpoint({
  method: 'PUT',
  path: '/hospital/doctors/:id/timetable',
  summary:
    'Save the whole timetable of a doctor or a shared line; without sessions a doctor has the six half-hours. Doctors only their own',
  rows: ['APPT-1', 'DOC-1', 'LINE-6'],
  access: planning,
  params: idParams,
  example: { sessions: [exampleSession] },
  body: z.object({ sessions, seen: seen(timetable.pick({ sessions: true })) }),
  reply: timetableReply,
  problems: ['forbidden', 'not_found', 'doctor_deactivated', 'changed_meanwhile'],
});

/** Hours in which patients come without a booked time. */
const openSpan = z.object({
  from: clockTime,
  to: clockTime,
  /** The most patients in these hours; left out without a limit. */
  places: z.int().optional(),
});

/** The hours of a day on which a doctor sees patients, in order. */
export const dayHours = z.object({
  /** Hours for patients with a booked time. */
  booked: z.array(z.object({ from: clockTime, to: clockTime })).max(maxSessions),
  /** Hours for patients without a booked time. */
  open: z.array(z.object({ from: clockTime, to: clockTime })).max(maxSessions),
});
export type DayHours = z.infer<typeof dayHours>;

/** A doctor's timetable as patients see it. */
export const doctorHours = z.object({
  timeZone: z.string(),
  /** The current date on the hospital's calendar. */
  today: day,
  /** The weekly hours, Monday first. Each weekday shows the hours of its next date. */
  week: z.array(dayHours).length(weekdays.length),
  /**
   * The dates within the next 14 days whose hours differ from the weekly hours. Days off are left
   * out.
   */
  exceptions: z.array(dayHours.extend({ date: day })).max(previewDays),
});
export type DoctorHours = z.infer<typeof doctorHours>;

export const getDoctorHours = endpoint({
  method: 'GET',
  path: '/doctors/:id/hours',
  summary: "Get the hours of a doctor's timetable and their exceptions in the next 14 days",
  rows: ['PAT-7', 'APPT-1'],
  access: 'public',
  params: idParams,
  /**
   * The doctor's timetable hours. It is null for a doctor without a timetable, whose hours are
   * those of `getSchedule`.
   */
  reply: z.object({ hours: doctorHours.nullable() }),
  problems: ['not_found'],
});

/** One day of the preview of a timetable draft. */
export const previewDay = z.object({
  date: day,
  /** Whether the doctor has this day off, so that nothing is offered. */
  isOff: z.boolean(),
  /** The number of patients that can book on this day, in all slots together. */
  places: z.int(),
  slots: z
    .array(z.object({ time: clockTime, minutes: z.int(), places: z.int() }))
    .max(maxSlotsADay),
  /**
   * The hours in which patients come without a booked time, with the most patients of each session.
   */
  openHours: z.array(openSpan).max(maxSessions),
});
export type PreviewDay = z.infer<typeof previewDay>;

export const previewTimetable = endpoint({
  method: 'POST',
  path: '/hospital/doctors/:id/timetable/preview',
  summary:
    'Show what a timetable would offer in the next 14 days and which bookings it would exclude; saves nothing. Doctors only their own',
  rows: ['APPT-1', 'DOC-1', 'LINE-6'],
  access: planning,
  params: idParams,
  example: { sessions: [exampleSession] },
  body: z.object({ sessions }),
  reply: z.object({
    timeZone: z.string(),
    /** The preview for today and the 13 days after it. */
    days: z.array(previewDay).max(previewDays),
    /**
     * The next 100 bookings outside the timetable draft, soonest first. `listOutsideHours` would
     * list them if the draft were saved.
     */
    outside: z.array(appointment).max(listShown),
    /** Whether there are more than 100 bookings outside the timetable draft. */
    hasMore: z.boolean(),
  }),
  problems: ['forbidden', 'not_found', 'doctor_deactivated'],
});

/** One day of a month, with the number of its places that are taken and free. */
export const monthDay = z.object({
  date: day,
  isOff: z.boolean(),
  /**
   * The places that the timetable offers on that day, including those at times that have passed.
   */
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
  summary: "Show how full each day of a month is for one of the hospital's doctors or shared lines",
  rows: ['APPT-1', 'DOC-1', 'LINE-6'],
  access: desk,
  params: idParams,
  /** date: any day of the month; by default the hospital's today. */
  query: z.object({ date: dayGiven().optional() }),
  reply: z.object({
    timeZone: z.string(),
    today: day,
    /** The last date for which patients can book. */
    lastDay: day,
    asOf: instant,
    days: z.array(monthDay).max(31),
  }),
  problems: ['forbidden', 'not_found'],
});
