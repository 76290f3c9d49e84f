/** A doctor's own settings for working in the queue [DOC-3]. */
import { z } from 'zod';
import { doctorStatuses, maxBreakAfter, maxBreakMinutes, minBreakMinutes } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages } from '../fields.ts';
import { seen } from '../seen.ts';

const flag = z.boolean({ error: fieldMessages.choice });

export const doctorSettings = z.object({
  /** The status in which the doctor's working day starts; null keeps the doctor's last status. */
  defaultStatus: z.enum(doctorStatuses, { error: fieldMessages.choice }).nullable(),
  /**
   * The number of consultations after which an automatic break starts; null for no automatic break.
   */
  breakAfter: z
    .int({ error: fieldMessages.number })
    .min(1, { error: fieldMessages.number })
    .max(maxBreakAfter, { error: fieldMessages.number })
    .nullable(),
  /** Length of the automatic break in minutes. */
  breakMinutes: z
    .int({ error: fieldMessages.number })
    .min(minBreakMinutes, { error: fieldMessages.number })
    .max(maxBreakMinutes, { error: fieldMessages.number }),
  /** Notify the doctor of each new request. */
  tellRequests: flag,
  /** Notify the doctor when a patient with an appointment arrives. */
  tellCheckIns: flag,
  /** Whether notifications of requests and arrivals are also sent to the doctor by mail. */
  tellByMail: flag,
});
export type DoctorSettings = z.infer<typeof doctorSettings>;

const settingsReply = z.object({ settings: doctorSettings });

export const getDoctorSettings = endpoint({
  method: 'GET',
  path: '/doctor/settings',
  summary: "Get the doctor's own settings",
  rows: ['DOC-3'],
  access: ['doctor'],
  reply: settingsReply,
  problems: ['forbidden'],
});

export const saveDoctorSettings = endpoint({
  method: 'PUT',
  path: '/doctor/settings',
  summary:
    "Save the doctor's own settings as a whole; refused if they changed after they were opened",
  rows: ['DOC-3'],
  access: ['doctor'],
  body: doctorSettings.extend({ seen: seen(doctorSettings) }),
  reply: settingsReply,
  problems: ['forbidden', 'changed_meanwhile'],
});
