/**
 * The end of a hospital's day: the time at which it ends automatically, and closing the day by hand
 * [DAY-1].
 */
import { z } from 'zod';
import { doctorStatuses, maxLength, namesShown, staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { clockTime, fieldMessages, instant, nullableInstant, text, uuid } from '../fields.ts';

/**
 * When the hospital's day ends automatically, HH:MM on the hospital's clock. If null, only
 * forgotten entries are closed.
 */
const endsAt = clockTime.nullable();

/** The open entries of one doctor at the end of the day. They show token numbers and no names. */
const doctorOfDay = z.object({
  id: uuid,
  name: z.string(),
  status: z.enum(doctorStatuses),
  waiting: z.int().min(0),
  pending: z.int().min(0),
  /**
   * The patient who is with the doctor. Closing the day leaves this visit open, and the desk is
   * asked whether it is over.
   */
  inside: z
    .object({
      entryId: uuid,
      token: z.string().nullable(),
      since: nullableInstant,
      /**
       * Whether the hospital's day has ended since the patient went in. If so, the desk is asked
       * whether the visit is over.
       */
      isOverEnd: z.boolean(),
    })
    .nullable(),
});
export type DoctorOfDay = z.infer<typeof doctorOfDay>;

/**
 * The open entries of one shared line at the end of the day. They show token numbers and no names.
 */
const lineOfDay = z.object({
  id: uuid,
  name: z.string(),
  waiting: z.int().min(0),
  pending: z.int().min(0),
  /**
   * The number of patients who are being served at the line's counters. Closing the day does not
   * end their visits.
   */
  served: z.int().min(0),
});
export type LineOfDay = z.infer<typeof lineOfDay>;

/** The latest closing of the day by hand, while it can still be undone. */
const closing = z.object({
  id: uuid,
  closedAt: instant,
  byName: z.string().nullable(),
  /** The number of requests and entries that this closing closed. */
  patients: z.int().min(0),
  undoUntil: instant,
});
export type DayClosing = z.infer<typeof closing>;

const dayEnd = z.object({
  endsAt,
  /** The next time at which the hospital's day ends automatically; null where no time is set. */
  nextAt: nullableInstant,
  timeZone: z.string(),
  /**
   * Whether the hospital is still open by its operating hours. A receptionist must then type the
   * number of patients to close.
   */
  isEarly: z.boolean(),
  /**
   * The time at which the hospital closes by its operating hours; null while it is closed, and for
   * a hospital that never closes.
   */
  openUntil: nullableInstant,
  /** The latest closing of the day by hand; null if there was none in the last ten minutes. */
  closing: closing.nullable(),
  /**
   * When the server read these numbers. A closing that sends this time does not close requests made
   * after it.
   */
  asOf: instant,
  /** The doctors who have somebody in line or who are not Offline. */
  doctors: z.array(doctorOfDay).max(namesShown),
  /** Shared lines with somebody in them. */
  lines: z.array(lineOfDay).max(namesShown),
});
export type DayEnd = z.infer<typeof dayEnd>;

export const getDayEnd = endpoint({
  method: 'GET',
  path: '/hospital/day-end',
  summary: 'Get when the day ends, and what is still open, by doctor',
  rows: ['DAY-1'],
  access: staffRoles,
  reply: z.object({ dayEnd }),
  problems: ['forbidden'],
});

export const setDayEnd = endpoint({
  method: 'PUT',
  path: '/hospital/day-end',
  summary: 'Set the time at which the day ends automatically, or turn it off',
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
    'Close the entries and requests seen in the overview, 100 at a time, and set the doctors Offline; patients with a doctor stay',
  rows: ['DAY-1'],
  access: ['receptionist', 'hospital_admin'],
  body: z.object({
    /** The value of `asOf` in the overview that the user looked at. */
    asOf: z.iso.datetime({ error: fieldMessages.choice }),
    /** A message to the patients, besides the fact that the day has ended. */
    word: text(maxLength.note).optional(),
    /**
     * The number of entries to be closed, as typed by a receptionist: required while the hospital
     * is open.
     */
    patients: z
      .int({ error: fieldMessages.number })
      .min(0, { error: fieldMessages.number })
      .optional(),
  }),
  reply: z.object({
    closed: z.int().min(0),
    /**
     * How many entries that the user saw are still open. The client calls this endpoint again to
     * close them.
     */
    left: z.int().min(0),
    dayEnd,
  }),
  problems: ['forbidden', 'day_close_unconfirmed'],
});

export const undoCloseDay = endpoint({
  method: 'POST',
  path: '/hospital/day-end/undo',
  summary:
    'Undo closing the day as a whole, within ten minutes: entries, requests, doctors’ statuses, counters and planned stops. Patients who joined another line since then stay there',
  rows: ['DAY-1'],
  access: ['receptionist', 'hospital_admin'],
  body: z.object({ closingId: uuid }),
  reply: z.object({
    /** The number of requests and entries that are open again. */
    reopened: z.int().min(0),
    /**
     * The number of patients whose entries were not reopened, for example because they have joined
     * another line.
     */
    elsewhere: z.int().min(0),
    dayEnd,
  }),
  problems: ['forbidden', 'not_found', 'day_undo_over', 'day_undo_changed'],
});
