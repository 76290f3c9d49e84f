/** A doctor's own settings and profile; nobody else's [DOC-3, DOC-4]. */
import type { DoctorProfile } from '@baari/contract/doctor-profile.ts';
import type { DoctorSettings } from '@baari/contract/doctor-settings.ts';
import { recordAudit } from '../platform/audit.store.ts';
import { changedFields } from '../platform/changed-fields.rules.ts';
import type { Context, StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeDoctor } from './change-doctor.ts';
import { findDoctor, updateProfile } from './doctors.store.ts';
import { profileView } from './doctors.view.ts';
import { findSettings, upsertSettings } from './settings.store.ts';

export async function getOwnSettings({
  db,
  actor,
}: StaffContext): Promise<Result<{ settings: DoctorSettings }>> {
  if (actor.doctorId === null) return refuse('forbidden');
  return ok({ settings: await findSettings(db, actor.doctorId) });
}

/** Takes effect with what happens next; what is under way stays as it is. */
export async function saveOwnSettings(
  context: StaffContext,
  settings: DoctorSettings,
): Promise<Result<{ settings: DoctorSettings }>> {
  const { doctorId } = context.actor;
  if (doctorId === null) return refuse('forbidden');
  return context.db.transaction(async (tx) => {
    const fields = changedFields(settingsFields, await findSettings(tx, doctorId), settings);
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
  return ok({ profile: profileView(row) });
}

export async function saveOwnProfile(
  context: StaffContext,
  profile: DoctorProfile,
): Promise<Result<{ profile: DoctorProfile }>> {
  const { doctorId } = context.actor;
  if (doctorId === null) return refuse('forbidden');
  return changeDoctor(
    context,
    doctorId,
    {
      action: 'save doctor profile',
      async write(tx, row) {
        await updateProfile(tx, doctorId, profile);
        return ok({ fields: changedFields(profileFields, profileView(row), profile) });
      },
    },
    async (_tx, row) => ({ profile: profileView(row) }),
  );
}
