/** Converts a row of the audit trail to the form that the administrator reads. */
import {
  type AuditEntry,
  auditActionsByKind,
  auditKinds,
  type BeyondLimit,
} from '@baari/contract/account/audit.ts';
import type { CsvCell } from '../platform/files/csv.rules.ts';
import type { TrailRow } from './audit-trail.store.ts';
import { actionRecordedAs } from './recorded-names.rules.ts';

export function auditEntryView(row: TrailRow): AuditEntry {
  const details = row.details ?? {};
  return {
    id: row.id,
    at: row.at.toISOString(),
    person: { id: row.user_id, name: row.person_name ?? '' },
    role: row.role,
    action: actionRecordedAs(row.action),
    recordedAs: row.action,
    patients: row.patients,
    patientCount: row.patient_ids.length,
    about: {
      person: row.about_person ?? nameless(details.personId),
      doctor: row.about_doctor ?? nameless(details.doctorId),
      screen: row.about_screen ?? nameless(details.screenId),
      key: row.about_key ?? nameless(details.keyId),
      from: details.from ?? null,
      to: details.to ?? null,
      fields: details.fields ?? [],
      way: details.way ?? null,
      beyond: details.beyond ?? null,
      overHold: details.overHold ?? null,
      call: details.call ?? null,
      isReplay: details.isReplay ?? false,
    },
    address: row.address,
    outcome: row.outcome,
  };
}

/** Refers to a deleted person or thing by its id. The name is empty. */
function nameless(id: string | undefined): { id: string; name: string } | null {
  return id === undefined ? null : { id, name: '' };
}

const headings = [
  'id',
  'time',
  'person',
  'person_id',
  'role',
  'kind',
  'action',
  'patients',
  'patient_ids',
  'about_person',
  'about_person_id',
  'about_doctor',
  'about_doctor_id',
  'about_screen',
  'about_screen_id',
  'about_key',
  'about_key_id',
  'from',
  'to',
  'fields',
  'way',
  'beyond_limit',
  'over_hold',
  'call',
  'is_replay',
  'address',
  'outcome',
];

/**
 * The audit rows as a table with headings. The table has ids as well as names, because two people
 * may have the same name.
 */
export function* auditTable(rows: readonly TrailRow[]): Generator<CsvCell[]> {
  yield [...headings];
  for (const row of rows) yield tableRow(row);
}

function tableRow(row: TrailRow): CsvCell[] {
  const { person, role, about, address, outcome, at, id } = auditEntryView(row);
  return [
    id,
    at,
    person.name,
    person.id,
    role,
    kindOf(row.action),
    row.action,
    row.patient_ids.length,
    row.patient_ids.join(' '),
    ...[about.person, about.doctor, about.screen, about.key].flatMap((named) => [
      named?.name ?? null,
      named?.id ?? null,
    ]),
    about.from,
    about.to,
    about.fields.join(' '),
    about.way,
    about.beyond && beyondText(about.beyond),
    about.overHold,
    about.call,
    about.isReplay ? 'yes' : null,
    address,
    outcome,
  ];
}

/** Describes an exceeded limit and the reason, for example "full_today 41/40: urgent". */
function beyondText({ limit, number, most, reason }: BeyondLimit): string {
  const count = number === null ? '' : ` ${number}/${most ?? ''}`;
  return `${limit}${count}: ${reason}`;
}

function kindOf(recordedAs: string): string | null {
  const action = actionRecordedAs(recordedAs);
  const isOf = (kind: keyof typeof auditActionsByKind) =>
    auditActionsByKind[kind].some((each) => each === action);
  return auditKinds.find(isOf) ?? null;
}
