/** A row of the trail as the administrator reads it. */
import type { AuditEntry } from '@baari/contract/audit.ts';
import type { CsvCell } from '../platform/csv.rules.ts';
import type { TrailRow } from './audit-trail.store.ts';

export function auditEntryView(row: TrailRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    person: { id: row.user_id, name: row.person_name ?? '' },
    role: row.role,
    action: row.action,
    patients: row.patients,
    patientCount: row.patient_ids.length,
    address: row.address,
    outcome: row.outcome,
  };
}

/** The rows as a table with headings; ids as well as names, as people may share a name. */
export function* auditTable(rows: readonly TrailRow[]): Generator<CsvCell[]> {
  yield [
    'id',
    'time',
    'person',
    'person_id',
    'role',
    'action',
    'patients',
    'patient_ids',
    'address',
    'outcome',
  ];
  for (const row of rows) {
    yield [
      row.id,
      row.at.toISOString(),
      row.person_name ?? '',
      row.user_id,
      row.role,
      row.action,
      row.patient_ids.length,
      row.patient_ids.join(' '),
      row.address,
      row.outcome,
    ];
  }
}
