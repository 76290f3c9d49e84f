/** What a patient reads of the own profile, and everything held about them [PROF-1]. */
import type { Profile } from '@baari/contract/profile.ts';
import { keepOwnPerson } from '../people/choose-person.ts';
import type { PatientContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database.ts';
import { ok, type Result } from '../platform/result.ts';
import { readEverythingHeld } from './held-data.store.ts';
import { findProfile, type ProfileRow } from './profile.store.ts';
import { profileView } from './profile.view.ts';

export async function getProfile(context: PatientContext): Promise<Result<{ profile: Profile }>> {
  return ok({ profile: profileView(await readProfile(context.db, context)) });
}

/** The own person's row, made when the account has none yet. */
export async function readProfile(
  db: Queryable,
  { actor }: Pick<PatientContext, 'actor'>,
): Promise<ProfileRow> {
  const row = await findProfile(db, actor.userId);
  if (row !== undefined) return row;
  await keepOwnPerson(db, actor);
  const made = await findProfile(db, actor.userId);
  if (made === undefined) throw new Error('The profile just made cannot be read.');
  return made;
}

/** One JSON document with every row about the caller's people [guarantees, security 14]. */
export async function exportOwnData({
  db,
  actor,
  clock,
}: PatientContext): Promise<Result<{ exportedAt: string; data: Record<string, unknown> }>> {
  const data = await readEverythingHeld(db, actor.userId);
  return ok({ exportedAt: clock.now().toISOString(), data });
}
