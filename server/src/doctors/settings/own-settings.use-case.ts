/**
 * A doctor's own settings and profile; other doctors' settings cannot be read or saved [DOC-3,
 * DOC-4].
 */
import type { DoctorProfile, saveDoctorProfile } from '@baari/contract/doctor/doctor-profile.ts';
import type { DoctorSettings, saveDoctorSettings } from '@baari/contract/doctor/doctor-settings.ts';
import type { BodyOf } from '@baari/contract/endpoint.ts';
import { asSeen } from '../../platform/audit/as-seen.rules.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import { changedFields } from '../../platform/audit/changed-fields.rules.ts';
import type { Context, StaffContext } from '../../platform/context.ts';
import { lockLine } from '../../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { changeDoctor } from '../change-doctor.ts';
import { findDoctor, updateProfile } from '../doctors.store.ts';
import { profileView } from '../doctors.view.ts';
import { findSettings, upsertSettings } from './settings.store.ts';

export async function getOwnSettings({
  db,
  actor,
}: StaffContext): Promise<Result<{ settings: DoctorSettings }>> {
  if (actor.doctorId === null) return refuse('forbidden');
  return ok({ settings: await findSettings(db, actor.doctorId) });
}

/** Saves a doctor's settings, which affect future events only. Refuses: changed_meanwhile. */
export async function saveOwnSettings(
  context: StaffContext,
  { seen, ...settings }: BodyOf<typeof saveDoctorSettings>,
): Promise<Result<{ settings: DoctorSettings }>> {
  const { doctorId } = context.actor;
  if (doctorId === null) return refuse('forbidden');
  return context.db.transaction(async (tx) => {
    await lockLine(tx, doctorId);
    const before = await findSettings(tx, doctorId);
    const allowed = asSeen(seen, before);
    if (!allowed.ok) return allowed;
    const fields = changedFields(settingsFields, before, settings);
    await upsertSettings(tx, doctorId, settings);
    await recordAudit(tx, context, {
      action: 'save doctor settings',
      details: { doctorId, fields },
    });
    return ok({ settings });
  });
}

const settingsFields = [
  'defaultStatus',
  'breakAfter',
  'breakMinutes',
  'tellRequests',
  'tellCheckIns',
  'tellByMail',
] as const;

const profileFields = ['experience', 'qualifications', 'languages', 'about'] as const;

export async function getDoctorProfile(
  { db, clock }: Context,
  doctorId: string,
): Promise<Result<{ profile: DoctorProfile }>> {
  const row = await findDoctor(db, doctorId, clock.now());
  if (row === undefined || row.deactivated_at !== null) return refuse('not_found');
  if (row.practice_of !== null) return refuse('not_found');
  return ok({ profile: profileView(row) });
}

/** Saves the doctor's public profile as a whole [DOC-4]. Refuses: changed_meanwhile. */
export async function saveOwnProfile(
  context: StaffContext,
  { seen, ...profile }: BodyOf<typeof saveDoctorProfile>,
): Promise<Result<{ profile: DoctorProfile }>> {
  const { doctorId } = context.actor;
  if (doctorId === null) return refuse('forbidden');
  return changeDoctor(
    context,
    doctorId,
    {
      action: 'save doctor profile',
      async write(tx, row) {
        const allowed = asSeen(seen, profileView(row));
        if (!allowed.ok) return allowed;
        await updateProfile(tx, doctorId, profile);
        return ok({ fields: changedFields(profileFields, profileView(row), profile) });
      },
    },
    async (_tx, row) => ({ profile: profileView(row) }),
  );
}
