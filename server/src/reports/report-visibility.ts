/**
 * Decides how much of each report its reader sees. Every endpoint that shows reports uses this
 * module [SEC-25].
 */
import type { ReportReaders } from '@baari/contract/visit/report-access.ts';
import type { ReportVisibility } from '@baari/contract/visit/report.ts';
import { isStaff, type PersonActor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { listTies, readReportReaders } from './report-access.store.ts';
import { noTie, visibilityOf, type Tie } from './reports.access.ts';
import type { ReportRow } from './reports.store.ts';

export interface SeenRow {
  readonly row: ReportRow;
  readonly reach: ReportVisibility;
}

const nobodyElse: ReportReaders = { doctors: false, receptionists: false, administrators: false };

/**
 * Returns each report as the reader may see it, in order. Reports whose existence the reader must
 * not know are left out.
 */
export async function seenBy(
  db: Queryable,
  { actor, clock }: Pick<Context<PersonActor>, 'actor' | 'clock'>,
  rows: readonly ReportRow[],
): Promise<SeenRow[]> {
  const now = clock.now();
  const known = await readKnown(db, actor, rows, now);
  return rows.flatMap((row) => {
    const owners = {
      hospitalId: row.hospital_id,
      doctorId: row.doctor_id,
      accountId: row.account_id,
    };
    const tie = known.ties.get(row.patient_id) ?? noTie;
    const reach = visibilityOf(actor, owners, { readers: known.readers, tie }, now);
    return reach === null ? [] : [{ row, reach }];
  });
}

interface Known {
  readonly readers: ReportReaders;
  readonly ties: ReadonlyMap<string, Tie>;
}

async function readKnown(
  db: Queryable,
  actor: PersonActor,
  rows: readonly ReportRow[],
  now: Date,
): Promise<Known> {
  if (!isStaff(actor)) return { readers: nobodyElse, ties: new Map() };
  const patientIds = [...new Set(rows.map((row) => row.patient_id))];
  const [readers, ties] = await Promise.all([
    readReportReaders(db, actor.hospitalId),
    listTies(db, actor, patientIds, now),
  ]);
  return { readers, ties: new Map(ties.map((tie) => [tie.patientId, tie])) };
}
