/** The only SQL on profiles and preferences. */
import type { Language } from '@baari/contract/languages.ts';
import type { ProfileSave, ProfileUpdate } from '@baari/contract/patient/profile.ts';
import sql from 'sql-template-tag';
import { chosenLanguage } from '../platform/hospital-sql/chosen-language.ts';
import { leftJoined, type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';

const p = table('patient', 'p');
const a = leftJoined('account_preferences', 'a');
const asked = leftJoined('erasure_request', 'r');

const profile = {
  id: p.id,
  name: p.name,
  email: p.email,
  phone: p.phone,
  date_of_birth: p.date_of_birth,
  gender: typed<ProfileUpdate['gender'] | null>(p.gender),
  address: typed<Partial<ProfileUpdate['address']>>(p.address),
  emergency_contacts: typed<ProfileUpdate['emergencyContacts']>(p.emergency_contacts),
  insurance: typed<Partial<ProfileUpdate['insurance']>>(p.insurance),
  language: chosenLanguage(a.language),
  theme: a.theme,
  notify_email: a.notify_email,
  notify_sms: a.notify_sms,
  notify_push: a.notify_push,
  erasure_requested_at: asked.requested_at,
};
export type ProfileRow = RowOf<typeof profile>;

/**
 * The patient record of the account's owner with its preferences; undefined before this record
 * exists.
 */
export function findProfile(db: Queryable, accountId: string): Promise<ProfileRow | undefined> {
  return db.maybeOne(select(profile)`
    from patient p left join account_preferences a on a.account_id = p.account_id
      left join erasure_request r on r.account_id = p.account_id
    where p.id = ${accountId}`);
}

/** Locks the profile until the transaction ends. */
export async function lockProfile(tx: Queryable, accountId: string): Promise<void> {
  await tx.run(sql`select from patient where id = ${accountId} for no key update`);
}

export async function updateProfile(
  tx: Queryable,
  accountId: string,
  update: Omit<ProfileSave, 'preferences' | 'seen'>,
): Promise<void> {
  await tx.run(sql`
    update patient set name = ${update.name}, phone = ${orNull(update.phone)},
      date_of_birth = ${orNull(update.dateOfBirth)}, gender = ${orNull(update.gender)},
      address = ${JSON.stringify(update.address)}::jsonb,
      emergency_contacts = ${JSON.stringify(update.emergencyContacts)}::jsonb,
      insurance = ${JSON.stringify(update.insurance)}::jsonb
    where id = ${accountId}`);
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

export async function upsertPreferences(
  tx: Queryable,
  accountId: string,
  { language, theme, notifications }: ProfileSave['preferences'],
): Promise<void> {
  const { email = null, sms = null, push = null } = notifications ?? {};
  await tx.run(sql`
    insert into account_preferences as known
      (account_id, language, theme, notify_email, notify_sms, notify_push)
    values (${accountId}, ${language}, ${theme}, ${email ?? true}, ${sms ?? false}, ${push ?? false})
    on conflict (account_id) do update set language = excluded.language, theme = excluded.theme,
      notify_email = coalesce(${email}, known.notify_email),
      notify_sms = coalesce(${sms}, known.notify_sms),
      notify_push = coalesce(${push}, known.notify_push)`);
}

/**
 * Stores the account's language and returns the stored language; with `isFirst`, an earlier choice
 * is kept.
 */
export async function writeLanguage(
  db: Queryable,
  accountId: string,
  { language, isFirst }: { readonly language: Language; readonly isFirst: boolean },
): Promise<Language> {
  const chosen = chosenLanguage(a.language);
  const kept = typed<Language>(isFirst ? sql`coalesce(${chosen}, ${language})` : sql`${language}`);
  await db.run(sql`
    insert into account_preferences as a (account_id, language, notify_email, notify_sms, notify_push)
    values (${accountId}, ${language}, true, false, false)
    on conflict (account_id) do update set language = ${kept}
      where a.language is distinct from ${kept}`);
  const row = await db.one(
    select({ language: chosen })`from account_preferences a where a.account_id = ${accountId}`,
  );
  return row.language ?? language;
}
