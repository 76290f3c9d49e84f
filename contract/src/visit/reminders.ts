/**
 * Reminders of booked visits: when a hospital sends them, a patient's own choice, and the link with
 * which a patient confirms, moves or cancels without signing in [REM-1, REM-2].
 */
import { z } from 'zod';
import { visitKinds } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import {
  clockTime,
  day,
  dayGiven,
  fieldMessages,
  idParams,
  instant,
  lastDigits,
  linkSecret,
  uuid,
} from '../fields.ts';
import { seen } from '../seen.ts';
import { appointment, moveProblems } from './appointment.ts';

/** How long before a visit a reminder is sent: a week, three days, one day, or two hours. */
export const reminderTimes = ['week', 'three_days', 'day', 'two_hours'] as const;
export type ReminderTime = (typeof reminderTimes)[number];

const times = z
  .array(z.enum(reminderTimes, { error: fieldMessages.choice }))
  .max(reminderTimes.length);
const timesGiven = z
  .array(z.enum(reminderTimes, { error: fieldMessages.choice }), { error: fieldMessages.choice })
  .max(reminderTimes.length, { error: fieldMessages.tooMany })
  .transform((given) => reminderTimes.filter((each) => given.includes(each)));

const ofHospital = z.object({ times });
const own = z.object({ times: times.nullable() });

export const getReminders = endpoint({
  method: 'GET',
  path: '/hospital/reminders',
  summary: "Get when the caller's hospital reminds patients of appointments",
  rows: ['REM-1'],
  access: ['hospital_admin'],
  reply: ofHospital,
  problems: ['forbidden'],
});

export const saveReminders = endpoint({
  method: 'PUT',
  path: '/hospital/reminders',
  summary: "Set when the caller's hospital reminds patients, also of visits already booked",
  rows: ['REM-1'],
  access: ['hospital_admin'],
  body: z.object({ times: timesGiven, seen: seen(ofHospital) }),
  example: { times: ['three_days', 'day', 'two_hours'] },
  reply: ofHospital,
  problems: ['forbidden', 'changed_meanwhile'],
});

export const getOwnReminders = endpoint({
  method: 'GET',
  path: '/appointments/reminders',
  summary: "Get the caller's own choice of reminders; null follows each hospital",
  rows: ['REM-1'],
  access: ['patient'],
  reply: own,
  problems: ['forbidden'],
});

export const saveOwnReminders = endpoint({
  method: 'PUT',
  path: '/appointments/reminders',
  summary: 'Choose reminders at every hospital, also none; null follows each hospital',
  rows: ['REM-1'],
  access: ['patient'],
  body: z.object({ times: timesGiven.nullable(), seen: seen(own) }),
  example: { times: ['day'] },
  reply: own,
  problems: ['forbidden', 'changed_meanwhile'],
});

/**
 * The path of the page that a reminder's link opens. The secret follows after a `#`, so browsers do
 * not send it to servers.
 */
export const bookingLinkPath = '/booking';

/** `over`: the visit has begun, the patient has checked in, or the day has passed. */
export const linkedStates = ['booked', 'cancelled', 'over'] as const;

/**
 * The appointment of a link. It contains no name of the patient, because anyone may have the link.
 */
export const linkedAppointment = z.object({
  state: z.enum(linkedStates),
  doctorId: uuid,
  doctorName: z.string(),
  department: z.string(),
  hospitalName: z.string(),
  timeZone: z.string(),
  date: day,
  time: clockTime,
  startsAt: instant,
  visitKind: z.enum(visitKinds).nullable(),
  isConfirmed: z.boolean(),
  /** Whether moving and cancelling need the last digits of the phone given with the booking. */
  needsDigits: z.boolean(),
});
export type LinkedAppointment = z.infer<typeof linkedAppointment>;

const linkReply = z.object({ appointment: linkedAppointment });

const byLink = { rows: ['REM-2'], access: 'public', method: 'POST' } as const;

export const readBookingLink = endpoint({
  ...byLink,
  path: '/appointments/link/read',
  summary: 'Show the appointment of a link, without a name',
  body: z.object({ secret: linkSecret }),
  reply: linkReply,
  problems: ['not_found', 'too_many_attempts'],
});

export const confirmBookingLink = endpoint({
  ...byLink,
  path: '/appointments/link/confirm',
  summary: 'Confirm the appointment of a link; confirming again changes nothing',
  body: z.object({ secret: linkSecret }),
  reply: linkReply,
  problems: ['not_found', 'too_many_attempts', 'appointment_over'],
});

export const cancelBookingLink = endpoint({
  ...byLink,
  path: '/appointments/link/cancel',
  summary: 'Cancel the appointment of a link; its time becomes free',
  body: z.object({ secret: linkSecret, lastDigits: lastDigits.optional() }),
  reply: linkReply,
  problems: ['booking_not_matched', 'too_many_attempts', 'appointment_over'],
});

export const moveBookingLink = endpoint({
  ...byLink,
  path: '/appointments/link/move',
  summary: 'Move the appointment of a link to another offered time of the same doctor or line',
  body: z.object({
    secret: linkSecret,
    lastDigits: lastDigits.optional(),
    date: dayGiven(),
    time: clockTime,
  }),
  reply: linkReply,
  problems: ['booking_not_matched', 'too_many_attempts', ...moveProblems],
});

export const confirmForPatient = endpoint({
  method: 'POST',
  path: '/hospital/appointments/:id/confirm',
  summary: 'Record that a patient confirmed an appointment, for example by phone',
  rows: ['REM-2'],
  access: ['doctor', 'receptionist', 'hospital_admin'],
  params: idParams,
  reply: z.object({ appointment }),
  problems: ['forbidden', 'not_found', 'appointment_over'],
});
