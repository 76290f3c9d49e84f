/** SQL that finds the patient of a token or ticket that was scanned or typed [DESK-11]. */
import { ticketPath } from '@baari/contract/visit/arrival.ts';
import sql, { type Sql } from 'sql-template-tag';
import { hashOfScanned } from '../platform/secrets/link-secret.ts';
import { openEntries } from '../platform/hospital-sql/statuses.ts';

/**
 * The SQL for the ids of the hospital's patients who have this token now, had it within the last
 * day, or have this valid ticket. The token or ticket may be typed or scanned. Undefined if the
 * text is neither a token nor a ticket.
 */
export function patientsScanned(typed: string, hospitalId: string, now: Date): Sql | undefined {
  const hash = hashOfScanned(ticketPath, typed);
  if (hash !== undefined) {
    return sql`select e.patient_id from ticket t join queue_entry e on e.id = t.entry_id
      where t.secret_hash = ${hash} and t.expires_at > ${now} and e.hospital_id = ${hospitalId}`;
  }
  const sign = typed.toLowerCase().replaceAll(/[\s-]/gu, '');
  if (!/^[a-z]{1,3}\d{1,6}$/u.test(sign)) return undefined;
  const isTheirs = sql`hospital_id = ${hospitalId} and replace(lower(token), '-', '') = ${sign}`;
  return sql`
    select patient_id from queue_entry where ${isTheirs} and status in ${openEntries}
    union all select patient_id from queue_entry
      where ${isTheirs} and ended_at > ${now}::timestamptz - interval '1 day'`;
}
