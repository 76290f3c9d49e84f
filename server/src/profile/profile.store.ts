/** The only SQL on profiles and preferences. */
import type { Preferences, ProfileUpdate } from '@baari/contract/profile.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';

export interface ProfileRow {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  date_of_birth: string | null;
  gender: ProfileUpdate['gender'] | null;
  address: Partial<ProfileUpdate['address']>;
  emergency_contacts: ProfileUpdate['emergencyContacts'];
  insurance: Partial<ProfileUpdate['insurance']>;
  language: Preferences['language'] | null;
  theme: Preferences['theme'] | null;
  notify_email: boolean | null;
  notify_sms: boolean | null;
  notify_push: boolean | null;
  erasure_requested_at: Date | null;
}

/** The account's own person with its preferences; undefined before the first role call. */
export function findProfile(db: Queryable, accountId: string): Promise<ProfileRow | undefined> {
  return db.maybeOne<ProfileRow>(sql`
    select p.id, p.name, p.email, p.phone, p.date_of_birth, p.gender, p.address,
      p.emergency_contacts, p.insurance, a.language, a.theme, a.notify_email, a.notify_sms,
      a.notify_push, r.requested_at as erasure_requested_at
    from patient p left join account_preferences a on a.account_id = p.account_id
      left join erasure_request r on r.account_id = p.account_id
    where p.id = ${accountId}`);
}

export async function updateProfile(
  tx: Queryable,
  accountId: string,
  update: ProfileUpdate,
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
  { language, theme, notifications }: Preferences,
): Promise<void> {
  await tx.run(sql`
    insert into account_preferences
      (account_id, language, theme, notify_email, notify_sms, notify_push)
    values (${accountId}, ${language}, ${theme}, ${notifications.email}, ${notifications.sms},
      ${notifications.push})
    on conflict (account_id) do update set language = excluded.language, theme = excluded.theme,
      notify_email = excluded.notify_email, notify_sms = excluded.notify_sms,
      notify_push = excluded.notify_push`);
}
