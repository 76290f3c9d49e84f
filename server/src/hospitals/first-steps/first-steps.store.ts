/** What the database shows of a hospital's first steps. */
import type { FirstStep } from '@baari/contract/hospital/first-steps.ts';
import sql from 'sql-template-tag';
import { select, typed } from '../../platform/database/columns.ts';
import { doctorStatus } from '../../platform/hospital-sql/statuses.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** A condition on the hospital `h` that looks at the hospital's own rows only. */
function holds(condition: ReturnType<typeof sql>) {
  return typed<boolean>(condition);
}

/** For each step, the facts that show that it is done. */
const done = {
  departments: holds(sql`cardinality(h.departments) > 0`),
  doctors: holds(sql`exists (select from doctor d
    where d.hospital_id = h.id and d.left_at is null and d.deactivated_at is null)`),
  // Whoever approved a patient once had a doctor available; doctors are offline again at night.
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
  lines: holds(sql`exists (select from shared_line l
    where l.hospital_id = h.id and l.removed_at is null)`),
} satisfies Readonly<Record<FirstStep, unknown>>;

/** Which first steps the hospital has done; undefined for an unknown hospital. */
export function findFirstSteps(db: Queryable, hospitalId: string) {
  return db.maybeOne(select(done)`from hospital h where h.id = ${hospitalId}`);
}
