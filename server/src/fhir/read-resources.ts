/** Answers a read or a search of a hospital's system, and writes its audit row [API-33, SEC-13]. */
import { recordAudit } from '../platform/audit/audit.store.ts';
import { appointmentPortions, readAppointment } from './reads/appointments.query.ts';
import {
  locationPortions,
  organizationPortions,
  practitionerPortions,
  rolePortions,
  servicePortions,
} from './reads/directory.query.ts';
import { documentPortions } from './reads/documents.query.ts';
import { encounterPortions, readEncounter } from './reads/encounters.query.ts';
import { patientPortions, readPatient } from './reads/patients.query.ts';
import { isUuid, type Reader } from './reads/reader.ts';
import { readSlot, schedulePortions, slotPortions } from './reads/schedules.query.ts';
import type { Resource } from './resources/resource.rules.ts';
import type { Asked } from './search/asked.rules.ts';
import { type Candidate, collect, type Found, type ReadPortion } from './search/collect.ts';
import { matches } from './search/matches.rules.ts';
import type { ServedName } from './search/served-types.rules.ts';

const portions: Readonly<
  Record<ServedName, (reader: Reader, asked: Asked) => ReadPortion | Promise<ReadPortion>>
> = {
  Organization: organizationPortions,
  Location: locationPortions,
  HealthcareService: servicePortions,
  Practitioner: practitionerPortions,
  PractitionerRole: rolePortions,
  Schedule: schedulePortions,
  Slot: slotPortions,
  Appointment: appointmentPortions,
  Encounter: encounterPortions,
  Patient: patientPortions,
  DocumentReference: documentPortions,
};

/** One page of a search. */
export async function searchResources(reader: Reader, asked: Asked): Promise<Found> {
  const read = await portions[asked.type](reader, asked);
  const found = await collect(read, {
    cursor: asked.cursor,
    count: asked.count,
    fits: (resource) => matches(resource, asked, reader.site.base),
  });
  await auditRead(reader, asked.type, found.candidates);
  return found;
}

/** The resource; `approved` for a request that went on as an encounter. */
export async function readResource(
  reader: Reader,
  type: ServedName,
  id: string,
): Promise<Candidate | 'approved' | 'not_in_scope' | undefined> {
  switch (type) {
    case 'Encounter':
      return readEncounter(reader, id);
    case 'Appointment':
      return readAppointment(reader, id);
    case 'Patient':
      return readPatient(reader, id);
    case 'Slot':
      return readSlot(reader, id);
    default: {
      const criteria = [{ name: '_id', type: 'token', values: [id], dates: [] }] as const;
      const asked = { type, criteria, count: 1, cursor: undefined, used: [] };
      const read = await portions[type](reader, asked);
      const fits = (resource: Resource) => resource.id === id;
      return (await collect(read, { cursor: undefined, count: 1, fits })).candidates[0];
    }
  }
}

const showPatients = new Set<ServedName>([
  'Appointment',
  'DocumentReference',
  'Encounter',
  'Patient',
]);

/** Records whose data the answer shows; nothing for resources that show no patient. */
export async function auditRead(
  { context }: Reader,
  type: ServedName,
  candidates: readonly Candidate[],
): Promise<void> {
  if (!showPatients.has(type)) return;
  const [only] = candidates;
  const entryId = type === 'Encounter' && candidates.length === 1 ? only?.resource.id : undefined;
  await recordAudit(context.db, context, {
    action: 'read FHIR records',
    patientIds: [...new Set(candidates.flatMap(({ patientIds }) => patientIds))],
    ...(entryId !== undefined && isUuid(entryId) && { entryId }),
    details: { call: type },
  });
}
