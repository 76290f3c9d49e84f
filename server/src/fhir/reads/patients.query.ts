/** Reads patients whom the hospital knows, for keys with the scope `patients:read` [API-33]. */
import { type KnownPatientRow, listKnownExactly } from '../../appointments/appointments.store.ts';
import { patientOf } from '../resources/patient.rules.ts';
import type { Asked } from '../search/asked.rules.ts';
import type { Candidate, ReadPortion } from '../search/collect.ts';
import { isUuid, type Reader, rowsAtOnce } from './reader.ts';

export async function readPatient(reader: Reader, id: string): Promise<Candidate | undefined> {
  if (!isUuid(id)) return undefined;
  const { context, site } = reader;
  const page = { after: undefined, limit: 1 };
  const rows = await listKnownExactly(context.db, site.hospitalId, { ids: [id] }, page);
  return (await candidatesOf(reader, rows))[0];
}

/** Portions of the patients with these ids or this phone; the identifier of a patient is the id. */
export function patientPortions(reader: Reader, { criteria }: Asked): ReadPortion {
  const { context, site } = reader;
  const valuesOf = (name: string) => criteria.find((each) => each.name === name)?.values;
  const ids = valuesOf('_id') ?? valuesOf('identifier');
  const wanted = {
    ids: ids?.map((id) => id.slice(id.lastIndexOf('|') + 1)).filter(isUuid),
    phones: valuesOf('phone')?.map((phone) => phone.slice(phone.lastIndexOf('|') + 1)),
  };
  return async (after) => {
    const page = {
      after: after !== undefined && isUuid(after) ? after : undefined,
      limit: rowsAtOnce,
    };
    const rows = await listKnownExactly(context.db, site.hospitalId, wanted, page);
    return { candidates: await candidatesOf(reader, rows), isLast: rows.length < rowsAtOnce };
  };
}

async function candidatesOf(
  { context, site, now, readBands }: Reader,
  rows: readonly KnownPatientRow[],
): Promise<Candidate[]> {
  const ids = rows.map(({ id }) => id);
  const bands = await readBands(context.db, site.hospitalId, ids, now);
  return rows.map((row) => ({
    resource: patientOf(site, row, bands.get(row.id)),
    after: row.id,
    patientIds: [row.id],
  }));
}
