/** Reads a hospital, its places and its doctors as FHIR resources [API-33]. */
import { createHash } from 'node:crypto';
import { maxPageSize } from '@baari/contract/constants.ts';
import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import { findDoctor, listDoctorLines } from '../../doctors/doctors.store.ts';
import { colleagueView } from '../../doctors/doctors.view.ts';
import { getOwnHospital } from '../../hospitals/hospitals.query.ts';
import { listLines } from '../../lines/lines.query.ts';
import {
  departmentService,
  type DoctorFacts,
  lineLocations,
  lineService,
  organizationOf,
  practitionerOf,
  roleOf,
  roomLocation,
  siteLocation,
} from '../resources/directory.rules.ts';
import type { Resource } from '../resources/resource.rules.ts';
import type { Asked } from '../search/asked.rules.ts';
import { type Candidate, fromList, inSequence, type ReadPortion } from '../search/collect.ts';
import { isUuid, type Reader } from './reader.ts';

/** The id of a department, which a hospital knows by its name alone. */
function departmentId(hospitalId: string, name: string): string {
  return `department-${createHash('sha256').update(`${hospitalId} ${name}`).digest('hex').slice(0, 24)}`;
}

async function ownHospital({ context }: Reader): Promise<Hospital> {
  const result = await getOwnHospital(context);
  if (!result.ok) throw new Error('The hospital of an API key does not exist.');
  return result.value.hospital;
}

async function ownLines({ context }: Reader): Promise<readonly SharedLine[]> {
  const result = await listLines(context);
  if (!result.ok) throw new Error('The lines of a hospital were refused to its API key.');
  return result.value.lines;
}

export async function organizationPortions(reader: Reader): Promise<ReadPortion> {
  return fromList([organizationOf(await ownHospital(reader))]);
}

export async function servicePortions(reader: Reader): Promise<ReadPortion> {
  const [hospital, lines] = await Promise.all([ownHospital(reader), ownLines(reader)]);
  const departments = hospital.departments.map((name) =>
    departmentService(hospital.id, { id: departmentId(hospital.id, name), name }),
  );
  return fromList([...departments, ...lines.map((line) => lineService(hospital.id, line))]);
}

/** The hospital, its lines and their points, then the rooms of its doctors. */
export async function locationPortions(reader: Reader, asked?: Asked): Promise<ReadPortion> {
  const [hospital, lines] = await Promise.all([ownHospital(reader), ownLines(reader)]);
  const fixed = [
    siteLocation(hospital),
    ...lines.flatMap((line) => lineLocations(hospital.id, line)),
  ];
  const wanted = idsWanted(asked)?.map((id) => id.replace(/^room-/u, ''));
  const rooms = doctorPortions(reader, wanted, ({ doctor }) => roomLocation(hospital.id, doctor));
  return inSequence([fromList(fixed), rooms]);
}

export function practitionerPortions(reader: Reader, asked?: Asked): ReadPortion {
  return doctorPortions(reader, idsWanted(asked), (facts) => [practitionerOf(facts)]);
}

export function rolePortions(reader: Reader, asked?: Asked): ReadPortion {
  const { hospitalId } = reader.site;
  return doctorPortions(reader, idsWanted(asked), (facts) => [
    roleOf(hospitalId, facts, departmentId(hospitalId, facts.doctor.department)),
  ]);
}

function idsWanted(asked: Asked | undefined): readonly string[] | undefined {
  return asked?.criteria.find(({ name }) => name === '_id')?.values;
}

/**
 * Portions of what is made of doctors: of those with these ids, also former ones; otherwise of all
 * who practise.
 */
function doctorPortions(
  reader: Reader,
  ids: readonly string[] | undefined,
  make: (facts: DoctorFacts) => readonly Resource[],
): ReadPortion {
  const { context, now, site } = reader;
  if (ids !== undefined) {
    return async (after) => {
      const facts = await Promise.all(ids.map((id) => readDoctor(reader, id)));
      return fromList(facts.flatMap((each) => (each === undefined ? [] : make(each))))(after);
    };
  }
  return async (after) => {
    const from = after !== undefined && isUuid(after) ? after : undefined;
    const wanted = { hospitalId: site.hospitalId, after: from };
    const rows = await listDoctorLines(context.db, wanted, maxPageSize, now);
    const candidates = rows.flatMap((row): Candidate[] => {
      const made = make({ doctor: colleagueView(row, now), isActive: true });
      return made.map((resource) => ({ resource, after: row.id, patientIds: [] }));
    });
    const last = rows.at(-1);
    if (rows.length < maxPageSize || last === undefined) return { candidates, isLast: true };
    // A whole portion of doctors without a room would be empty.
    return candidates.length > 0
      ? { candidates, isLast: false }
      : doctorPortions(reader, undefined, make)(last.id);
  };
}

async function readDoctor(
  { context, now, site }: Reader,
  id: string,
): Promise<DoctorFacts | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await findDoctor(context.db, id, now);
  if (row === undefined || row.hospital_id !== site.hospitalId) return undefined;
  const doctor: Colleague = colleagueView(row, now);
  return { doctor, isActive: row.deactivated_at === null };
}
