import type { Profile, ProfileUpdate } from '@baari/contract/profile.ts';
import { renameAccount } from '../identity/identity.store.ts';
import { isBorn } from '../people/people.rules.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { readProfile } from './profile.query.ts';
import { updateProfile, upsertPreferences } from './profile.store.ts';
import { profileView } from './profile.view.ts';

/** Saves the patient's own profile, whole; refuses a date of birth that is still to come [PROF-1]. */
export async function saveProfile(
  context: PatientContext,
  update: ProfileUpdate,
): Promise<Result<{ profile: Profile }>> {
  const { actor, clock } = context;
  const born = isBorn(update.dateOfBirth, clock.now());
  if (!born.ok) return born;
  return context.db.transaction(async (tx) => {
    await readProfile(tx, context);
    await updateProfile(tx, actor.userId, update);
    await upsertPreferences(tx, actor.userId, update.preferences);
    if (update.name !== actor.name) await renameAccount(tx, actor.userId, update.name);
    return ok({ profile: profileView(await readProfile(tx, context)) });
  });
}
