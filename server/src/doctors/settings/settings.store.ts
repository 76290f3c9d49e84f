/** All SQL on doctors' settings. */
import type { DoctorSettings } from '@baari/contract/doctor/doctor-settings.ts';
import sql from 'sql-template-tag';
import { languageForHospital } from '../../platform/hospital-sql/chosen-language.ts';
import { leftJoined, type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { entryStatus } from '../../platform/hospital-sql/statuses.ts';
import { defaultSettings } from './settings.rules.ts';

const s = table('doctor_settings', 's');
const d = table('doctor', 'd');
const u = table('identity.user', 'u');
const a = leftJoined('account_preferences', 'a');

const settings = {
  defaultStatus: s.default_status,
  breakAfter: s.break_after,
  breakMinutes: s.break_minutes,
  tellRequests: s.tell_requests,
  tellCheckIns: s.tell_check_ins,
  tellByMail: s.tell_by_mail,
};

/** A doctor's settings; the defaults if nothing was saved. */
export async function findSettings(db: Queryable, doctorId: string): Promise<DoctorSettings> {
  const row = await db.maybeOne(select(settings)`
    from doctor_settings s where s.doctor_id = ${doctorId}`);
  return row ?? defaultSettings;
}

export async function upsertSettings(
  tx: Queryable,
  doctorId: string,
  given: DoctorSettings,
): Promise<void> {
  await tx.run(sql`
    insert into doctor_settings (doctor_id, default_status, break_after, break_minutes,
      tell_requests, tell_check_ins, tell_by_mail)
    values (${doctorId}, ${given.defaultStatus}, ${given.breakAfter}, ${given.breakMinutes},
      ${given.tellRequests}, ${given.tellCheckIns}, ${given.tellByMail})
    on conflict (doctor_id) do update set default_status = excluded.default_status,
      break_after = excluded.break_after, break_minutes = excluded.break_minutes,
      tell_requests = excluded.tell_requests, tell_check_ins = excluded.tell_check_ins,
      tell_by_mail = excluded.tell_by_mail`);
}

/**
 * Counts the consultations completed since a given time, to decide when the doctor's next break is
 * due.
 */
export async function countConsultationsSince(
  db: Queryable,
  doctorId: string,
  since: Date,
): Promise<number> {
  const row = await db.one(select({ count: typed<number>(sql`count(*)`) })`
    from queue_entry
    where doctor_id = ${doctorId} and status = ${entryStatus.completed} and ended_at > ${since}`);
  return row.count;
}

const notifiedDoctor = {
  name: d.name,
  email: u.email,
  language: languageForHospital(a.language, sql`s.hospital_id`),
};
export type NotifiedDoctor = RowOf<typeof notifiedDoctor>;

/**
 * The doctor with the verified email of the doctor's account, to which messages go; undefined
 * without a verified email.
 */
export function findNotifiedDoctor(
  db: Queryable,
  doctorId: string,
): Promise<NotifiedDoctor | undefined> {
  return db.maybeOne(select(notifiedDoctor)`
    from membership s join doctor d on d.id = s.doctor_id
      join identity."user" u on u.id = s.user_id
      left join account_preferences a on a.account_id = u.id
    where s.doctor_id = ${doctorId} and u.email_verified`);
}
