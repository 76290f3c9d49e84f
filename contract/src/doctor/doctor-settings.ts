/** How a doctor likes to work: their own settings, each with its effect [DOC-3]. */
import { z } from 'zod';
import { doctorStatuses, maxBreakAfter, maxBreakMinutes, minBreakMinutes } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages } from '../fields.ts';
import { seen } from '../seen.ts';

const flag = z.boolean({ error: fieldMessages.choice });

export const doctorSettings = z.object({
  /** What a working day begins with; null: as it was left. */
  defaultStatus: z.enum(doctorStatuses, { error: fieldMessages.choice }).nullable(),
  /** A break after so many consultations; null: never. */
  breakAfter: z
    .int({ error: fieldMessages.number })
    .min(1, { error: fieldMessages.number })
    .max(maxBreakAfter, { error: fieldMessages.number })
    .nullable(),
  /** Its length. */
  breakMinutes: z
    .int({ error: fieldMessages.number })
    .min(minBreakMinutes, { error: fieldMessages.number })
    .max(maxBreakMinutes, { error: fieldMessages.number }),
  /** Tell the doctor when somebody asks for a place. */
  tellRequests: flag,
  /** Tell the doctor when somebody with an appointment has arrived. */
  tellCheckIns: flag,
  /** Tell by mail as well as on the screen. */
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
    "Save the doctor's own settings, whole, unless they were saved after they were looked at",
  rows: ['DOC-3'],
  access: ['doctor'],
  body: doctorSettings.extend({ seen: seen(doctorSettings) }),
  reply: settingsReply,
  problems: ['forbidden', 'changed_meanwhile'],
});
