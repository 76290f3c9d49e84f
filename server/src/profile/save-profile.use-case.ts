import type { Profile, ProfileSave } from '@baari/contract/patient/profile.ts';
import { renameAccount } from '../identity/sessions/identity.store.ts';
import { isBorn } from '../people/people.rules.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { profileOf, readProfile } from './profile.query.ts';
import { lockProfile, updateProfile, upsertPreferences } from './profile.store.ts';

/**
 * Saves the patient's own profile as a whole. Refuses if another tab or device saved it after the
 * version `seen`, and a future date of birth [PROF-1].
 */
export async function saveProfile(
  context: PatientContext,
  { seen, ...update }: ProfileSave,
): Promise<Result<{ profile: Profile }>> {
  const { actor, clock } = context;
  const born = isBorn(update.dateOfBirth, clock.now());
  if (!born.ok) return born;
  return context.db.transaction(async (tx) => {
    await readProfile(tx, context);
    await lockProfile(tx, actor.userId);
    const before = profileOf(await readProfile(tx, context));
    if (seen !== undefined && seen !== before.version) return refuse('profile_changed');
    await updateProfile(tx, actor.userId, update);
    await upsertPreferences(tx, actor.userId, update.preferences);
    if (update.name !== actor.name) await renameAccount(tx, actor.userId, update.name);
    return ok({ profile: profileOf(await readProfile(tx, context)) });
  });
}
