/** A doctor's public profile, written by the doctor for patients [DOC-4, ROUTE-20]. */
import { z } from 'zod';
import { maxAbout, maxExperienceYears, maxLanguages, maxLength } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, idParams, nameText, requiredName, text } from '../fields.ts';
import { seen } from '../seen.ts';

/** The fields the doctor writes. */
export const doctorProfile = z.object({
  /** Years of experience. */
  experience: z
    .int({ error: fieldMessages.number })
    .min(0, { error: fieldMessages.number })
    .max(maxExperienceYears, { error: fieldMessages.number }),
  /** Degrees and memberships, such as MBBS, MD (Medicine). */
  qualifications: nameText(maxLength.line),
  /** Languages spoken with patients, in the doctor's own words. */
  languages: z.array(requiredName(40)).max(maxLanguages, { error: fieldMessages.tooMany }),
  about: text(maxAbout),
});
export type DoctorProfile = z.infer<typeof doctorProfile>;

const profileReply = z.object({ profile: doctorProfile });

export const getDoctorProfile = endpoint({
  method: 'GET',
  path: '/doctors/:id/profile',
  summary: "Get a doctor's public profile",
  rows: ['DOC-4', 'ROUTE-16'],
  access: 'public',
  params: idParams,
  reply: profileReply,
  problems: ['not_found'],
});

export const saveDoctorProfile = endpoint({
  method: 'PUT',
  path: '/doctor/profile',
  summary: "Save the doctor's own profile as a whole; refused if it changed after it was opened",
  rows: ['DOC-4', 'ROUTE-20'],
  access: ['doctor'],
  body: doctorProfile.extend({ seen: seen(doctorProfile) }),
  reply: profileReply,
  problems: ['forbidden', 'changed_meanwhile'],
});
