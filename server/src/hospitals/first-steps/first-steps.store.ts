/** What the database shows of a hospital's first steps. */
import type { FirstStep } from '@baari/contract/hospital/first-steps.ts';
import sql from 'sql-template-tag';
import { select, table, typed } from '../../platform/database/columns.ts';
import { languageForHospital } from '../../platform/hospital-sql/chosen-language.ts';
import { doctorStatus } from '../../platform/hospital-sql/statuses.ts';
import type { Queryable } from '../../platform/database/database.ts';

const h = table('hospital', 'h');
const u = table('identity.user', 'u');
const a = table('account_preferences', 'a');

/** A condition on the hospital `h` that looks at the hospital's own rows only. */
function holds(condition: ReturnType<typeof sql>) {
  return typed<boolean>(condition);
}

/** For each step, the facts that show that it is done. */
const done = {
  departments: holds(sql`cardinality(h.departments) > 0`),
  doctors: holds(sql`exists (select from doctor d
    where d.hospital_id = h.id and d.left_at is null and d.deactivated_at is null)`),
  // A hospital that approved a patient had an available doctor then. At night all doctors are Offline.
  available: holds(sql`exists (select from doctor d
    where d.hospital_id = h.id and d.left_at is null and d.status <> ${doctorStatus.Offline})
    or exists (select from queue_entry e where e.hospital_id = h.id and e.approved_at is not null)`),
  patient: holds(sql`exists (select from queue_entry e
    where e.hospital_id = h.id and e.approved_at is not null)`),
  hours: holds(sql`exists (select from doctor d where d.hospital_id = h.id and d.left_at is null
    and (d.week is not null or exists (select from timetable_session t where t.doctor_id = d.id)))`),
  team: holds(sql`(select count(*) from (select from membership m where m.hospital_id = h.id
      and m.role in ('receptionist', 'hospital_admin') limit 2) two) > 1
    or exists (select from staff_invitation i where i.hospital_id = h.id)`),
  screens: holds(sql`exists (select from screen s
    where s.hospital_id = h.id and s.revoked_at is null)`),
  languages: holds(sql`cardinality(h.languages) > 0`),
  message: holds(sql`h.message_tested_at is not null`),
  lines: holds(sql`exists (select from shared_line l
    where l.hospital_id = h.id and l.removed_at is null)`),
} satisfies Readonly<Record<FirstStep, unknown>>;

/** Which first steps the hospital has done; undefined for an unknown hospital. */
export function findFirstSteps(db: Queryable, hospitalId: string) {
  return db.maybeOne(select(done)`from hospital h where h.id = ${hospitalId}`);
}

export async function markMessageTested(
  tx: Queryable,
  hospitalId: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`update hospital set message_tested_at = ${now} where id = ${hospitalId}`);
}

const tester = {
  name: u.name,
  email: u.email,
  isEmailVerified: u.email_verified,
  language: languageForHospital(a.language, sql`h.id`),
  hospital: h.name,
  standing: h.standing,
};

/** The member who tests the hospital's messages, with their address. */
export function getTester(tx: Queryable, hospitalId: string, userId: string) {
  return tx.one(select(tester)`
    from identity."user" u join hospital h on h.id = ${hospitalId}
      left join account_preferences a on a.account_id = u.id
    where u.id = ${userId}`);
}
