/**
 * Collects all stored identifiers of a patient, so that they are removed before text is sent to a
 * language model [ASSESS-5].
 */
import type { Queryable } from '../../platform/database/database.ts';
import type { Identifiers } from './identifiers.rules.ts';
import { findIdentifiers, listNamesAround } from './summaries.store.ts';

/**
 * Reads the identifiers of a patient. Throws for an unknown patient, so that no text is sent with
 * identifiers in it.
 */
export async function identifiersOf(
  db: Queryable,
  visit: {
    readonly patient_id: string;
    readonly hospital_id: string;
    readonly doctor_id: string | null;
  },
): Promise<Identifiers> {
  const row = await findIdentifiers(db, visit.patient_id);
  if (row === undefined) throw new Error('The patient of a visit cannot be read.');
  const contacts = row.emergency_contacts ?? [];
  const names = [
    row.name,
    row.account_name,
    ...(row.people ?? []),
    ...contacts.map(({ name }) => name),
    ...(await listNamesAround(db, visit.hospital_id, visit.doctor_id)),
  ];
  const others = [
    row.email,
    row.phone,
    row.account_email,
    row.account_phone,
    ...contacts.map(({ phone }) => phone),
    ...(row.tokens ?? []),
    ...textsIn(row.address),
    ...textsIn(row.insurance),
  ];
  return {
    names: names.filter(isText),
    others: others.filter(isText),
    dates: [row.date_of_birth, ...(row.days ?? [])].filter(isText),
  };
}

function textsIn(record: Readonly<Record<string, unknown>> | null): string[] {
  return Object.values(record ?? {}).filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
