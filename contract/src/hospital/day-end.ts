/** The end of a hospital's day: when it comes by itself, and closing it by hand [DAY-1]. */
import { z } from 'zod';
import { doctorStatuses, maxLength, namesShown, staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { clockTime, fieldMessages, instant, nullableInstant, text, uuid } from '../fields.ts';

/** When the day ends by itself, HH:MM on the hospital's clock; null: only what was forgotten is closed. */
const endsAt = clockTime.nullable();

/** What the end of the day would find of one doctor; tokens, no names. */
const doctorOfDay = z.object({
  id: uuid,
  name: z.string(),
  status: z.enum(doctorStatuses),
  waiting: z.int().min(0),
  pending: z.int().min(0),
  /** Who is inside stays inside: the desk is asked about it. */
  inside: z
    .object({
      entryId: uuid,
      token: z.string().nullable(),
      since: nullableInstant,
      /** The day has ended since they went in: the desk is asked without looking. */
      isOverEnd: z.boolean(),
    })
    .nullable(),
});
export type DoctorOfDay = z.infer<typeof doctorOfDay>;

/** The same of a shared line. */
const lineOfDay = z.object({
  id: uuid,
  name: z.string(),
  waiting: z.int().min(0),
  pending: z.int().min(0),
  /** At its counters, who stay there. */
  served: z.int().min(0),
});
export type LineOfDay = z.infer<typeof lineOfDay>;

/** The latest closing by hand, as long as it can be undone. */
const closing = z.object({
  id: uuid,
  closedAt: instant,
  byName: z.string().nullable(),
  /** Requests and places that it closed. */
  patients: z.int().min(0),
  /** Until when it can be undone. */
  undoUntil: instant,
});
export type DayClosing = z.infer<typeof closing>;

const dayEnd = z.object({
  endsAt,
  /** When it comes next by itself; null where no time is set. */
  nextAt: nullableInstant,
  timeZone: z.string(),
  /** By its hours the hospital is still open: a receptionist then types how many patients are closed. */
  isEarly: z.boolean(),
  /** Until when it is open by its hours; null while it is closed, and where it never closes. */
  openUntil: nullableInstant,
  /** null: no day was closed by hand in the last ten minutes. */
  closing: closing.nullable(),
  /** When this was read: what is asked for later is not closed by whoever looked at this. */
  asOf: instant,
  /** Those who have somebody in their line or are not Offline. */
  doctors: z.array(doctorOfDay).max(namesShown),
  /** Shared lines with somebody in them. */
  lines: z.array(lineOfDay).max(namesShown),
});
export type DayEnd = z.infer<typeof dayEnd>;

export const getDayEnd = endpoint({
  method: 'GET',
  path: '/hospital/day-end',
  summary: 'Get when the day ends, and what of it is still open, by doctor',
  rows: ['DAY-1'],
  access: staffRoles,
  reply: z.object({ dayEnd }),
  problems: ['forbidden'],
});

export const setDayEnd = endpoint({
  method: 'PUT',
  path: '/hospital/day-end',
  summary: 'Set when the day ends by itself, or that it does not',
  rows: ['DAY-1'],
  access: ['hospital_admin'],
  body: z.object({ endsAt }),
  reply: z.object({ dayEnd }),
  problems: ['forbidden'],
});

export const closeDay = endpoint({
  method: 'POST',
  path: '/hospital/day-end/close',
  summary:
    'Close what waits or was asked for until the day was looked at, 100 at a time, and set the doctors Offline; nobody who is inside',
  rows: ['DAY-1'],
  access: ['receptionist', 'hospital_admin'],
  body: z.object({
    /** `asOf` of what was looked at. */
    asOf: z.iso.datetime({ error: fieldMessages.choice }),
    /** To the patients, besides that the day has ended. */
    word: text(maxLength.note).optional(),
    /** How many requests and places this closes, as a receptionist typed it: needed while the hospital is open. */
    patients: z
      .int({ error: fieldMessages.number })
      .min(0, { error: fieldMessages.number })
      .optional(),
  }),
  reply: z.object({
    closed: z.int().min(0),
    /** Not closed yet, of what was looked at: to be asked for anew. */
    left: z.int().min(0),
    dayEnd,
  }),
  problems: ['forbidden', 'day_close_unconfirmed'],
});

export const undoCloseDay = endpoint({
  method: 'POST',
  path: '/hospital/day-end/undo',
  summary:
    'Undo a closing of the day whole, for ten minutes: places and requests, doctors’ statuses, counters and planned stops. Patients who have joined another line meanwhile stay there',
  rows: ['DAY-1'],
  access: ['receptionist', 'hospital_admin'],
  body: z.object({ closingId: uuid }),
  reply: z.object({
    /** Requests and places that are open again. */
    reopened: z.int().min(0),
    /** Patients who were seen to otherwise meanwhile, such as in another line. */
    elsewhere: z.int().min(0),
    dayEnd,
  }),
  problems: ['forbidden', 'not_found', 'day_undo_over', 'day_undo_changed'],
});
