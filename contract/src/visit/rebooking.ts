/**
 * Bookings that can no longer take place, moved together after a preview. The causes are a day off,
 * changed hours or places, a deactivated doctor or a changed time zone [APPT-1, DOC-1].
 */
import { z } from 'zod';
import { listShown, maxLength } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { clockTime, day, dayGiven, fieldMessages, instant, text, uuid } from '../fields.ts';
import { appointment } from './appointment.ts';

/** Why a booking can no longer take place at its time. */
export const rebookingCauses = ['deactivated', 'day_off', 'hours', 'zone', 'places'] as const;
export type RebookingCause = (typeof rebookingCauses)[number];

/** The doctors whose free times are searched for new times. */
export const rebookingDoctors = ['same_doctor', 'colleagues'] as const;
export type RebookingDoctors = (typeof rebookingDoctors)[number];

/** One booking that can no longer take place, and the free time to which it could move. */
export const plannedMove = z.object({
  appointment,
  cause: z.enum(rebookingCauses),
  /** The free time nearest to the booked time; null if none was found. */
  to: z
    .object({
      doctor: z.object({ id: uuid, name: z.string() }),
      date: day,
      time: clockTime,
      startsAt: instant,
    })
    .nullable(),
});
export type PlannedMove = z.infer<typeof plannedMove>;

const desk = ['doctor', 'receptionist', 'hospital_admin'] as const;

export const countRebooking = endpoint({
  method: 'GET',
  path: '/hospital/appointments/rebooking',
  summary: 'Count the bookings that no longer fit, at most 100',
  rows: ['APPT-1', 'DOC-1'],
  access: desk,
  /** hasMore: whether more than `count` bookings can no longer take place. */
  reply: z.object({ count: z.int(), hasMore: z.boolean() }),
  problems: ['forbidden'],
});

export const planRebooking = endpoint({
  method: 'POST',
  path: '/hospital/appointments/rebooking/plan',
  summary:
    'Plan where the next 100 bookings that no longer fit could go: the same day first, then the next days, the part of the day kept where possible; changes nothing',
  rows: ['APPT-1', 'DOC-1'],
  access: desk,
  /**
   * doctorId: plans only the bookings of this doctor. doctors: whether to search free times of the
   * same doctor, or of colleagues in the same department.
   */
  body: z.object({
    doctorId: uuid.optional(),
    doctors: z.enum(rebookingDoctors, { error: fieldMessages.choice }),
  }),
  reply: z.object({
    /** The planned moves, soonest first. */
    moves: z.array(plannedMove).max(listShown),
    /** Whether there are later bookings that this response leaves out. */
    hasMore: z.boolean(),
  }),
  problems: ['forbidden'],
});

/** The doctor and the time of a booking. */
const doctorAndTime = z.object({ doctorId: uuid, date: dayGiven(), time: clockTime });

/** Why one booking of the request was not moved or cancelled, although other bookings were. */
export const rebookingRefusals = [
  'changed_meanwhile',
  'appointment_over',
  'doctor_not_available',
  'slot_not_offered',
  'slot_taken',
  'already_booked',
  'booked_at_that_time',
] as const;
export type RebookingRefusal = (typeof rebookingRefusals)[number];

/** The result of the change for one booking. */
export const rebooked = z.object({
  /** The booking as it is after the change. */
  appointment,
  /** Why the booking was not changed; null if it was moved or cancelled. */
  refusal: z.enum(rebookingRefusals).nullable(),
});
export type Rebooked = z.infer<typeof rebooked>;

export const rebook = endpoint({
  method: 'POST',
  path: '/hospital/appointments/rebooking',
  summary:
    'Move or cancel bookings that no longer fit, each patient with one message; a booking that changed in the meantime is left and listed',
  rows: ['APPT-1', 'DOC-1'],
  access: desk,
  body: z.object({
    /**
     * seen: the doctor and time of the booking that the user saw. to: the new doctor and time; null
     * cancels the booking.
     */
    bookings: z
      .array(z.object({ id: uuid, seen: doctorAndTime, to: doctorAndTime.nullable() }))
      .min(1, { error: fieldMessages.choice })
      .max(listShown, { error: fieldMessages.tooMany })
      .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
        error: fieldMessages.choice,
      }),
    /** A text that the hospital adds to each patient's message. */
    message: text(maxLength.line).optional(),
  }),
  /** The results, in the order of the bookings in the request. */
  reply: z.object({ bookings: z.array(rebooked).max(listShown) }),
  problems: ['forbidden', 'not_found', 'hospital_closed', 'already_booked'],
});
