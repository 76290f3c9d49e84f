import { fieldMessages } from '@baari/contract/fields.ts';
import type { Profile, ProfileUpdate } from '@baari/contract/profile.ts';
import { renameAccount } from '../identity/identity.store.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { readProfile } from './profile.query.ts';
import { updateProfile, upsertPreferences } from './profile.store.ts';
import { profileView } from './profile.view.ts';

/** Saves the own profile, whole; refuses a date of birth that is still to come [PROF-1]. */
export async function saveProfile(
  context: PatientContext,
  update: ProfileUpdate,
): Promise<Result<{ profile: Profile }>> {
  const { actor, clock } = context;
  // Somewhere it is already tomorrow: the date line is a day ahead of UTC at most.
  const tomorrow = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  if (update.dateOfBirth > tomorrow) {
    return refuse('invalid_request', [{ param: 'dateOfBirth', msg: fieldMessages.date }]);
  }
  return context.db.transaction(async (tx) => {
    await readProfile(tx, context);
    await updateProfile(tx, actor.userId, update);
    await upsertPreferences(tx, actor.userId, update.preferences);
    if (update.name !== actor.name) await renameAccount(tx, actor.userId, update.name);
    return ok({ profile: profileView(await readProfile(tx, context)) });
  });
}
