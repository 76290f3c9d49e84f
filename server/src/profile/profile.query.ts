/** A patient's own profile, and the export of all their data [PROF-1]. */
import type { Profile } from '@baari/contract/patient/profile.ts';
import { keepOwnPerson } from '../people/choose-person.ts';
import type { PatientContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result } from '../platform/result.ts';
import { versionOf } from '../platform/version-of.ts';
import { readEverythingHeld } from './held-data.store.ts';
import { findProfile, type ProfileRow } from './profile.store.ts';
import { profileView } from './profile.view.ts';

export async function getProfile(context: PatientContext): Promise<Result<{ profile: Profile }>> {
  return ok({ profile: profileOf(await readProfile(context.db, context)) });
}

/** The profile as its owner sees it, with the version that a later save must name. */
export function profileOf(row: ProfileRow): Profile {
  const view = profileView(row);
  const { preferences: _, ...saved } = view;
  return { ...view, version: versionOf(saved) };
}

/** Reads the patient record of the account's owner, and creates it if missing. */
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

/** Exports one JSON document with every row about the caller's people [guarantees, security 14]. */
export async function exportOwnData({
  db,
  actor,
  clock,
}: PatientContext): Promise<Result<{ exportedAt: string; data: Record<string, unknown> }>> {
  const data = await readEverythingHeld(db, actor.userId);
  return ok({ exportedAt: clock.now().toISOString(), data });
}
