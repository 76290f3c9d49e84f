/**
 * Lets an administrator read the audit trail of the administrator's own hospital. Each read is
 * audited too.
 */
import type {
  AuditAction,
  exportAudit as exportEndpoint,
  getAuditCheck as getAuditCheckEndpoint,
  listAudit as listEndpoint,
} from '@baari/contract/account/audit.ts';
import type { QueryOf, ReplyOf } from '@baari/contract/endpoint.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { csvFile } from '../platform/files/csv-file.ts';
import { FileAnswer } from '../platform/http/file-answer.ts';
import { ok, type Result } from '../platform/result.ts';
import { auditCheckView } from './audit-check.ts';
import { findLastCheck } from './audit-check.store.ts';
import { auditEntryView, auditTable } from './audit.view.ts';
import {
  listNames,
  listPeople,
  listTrail,
  readZone,
  type TrailFilter,
  type TrailRow,
} from './audit-trail.store.ts';
import { actionRecordedAs, namesWanted } from './recorded-names.rules.ts';

type Wanted = QueryOf<typeof exportEndpoint>;

/** The highest number of audit rows in an exported file. */
const exportedRows = 10_000;

export async function listAudit(
  context: StaffContext,
  { before, limit, ...wanted }: QueryOf<typeof listEndpoint>,
): Promise<Result<ReplyOf<typeof listEndpoint>>> {
  const { db, actor } = context;
  const { hospitalId } = actor;
  const [rows, people, names, timeZone] = await Promise.all([
    listTrail(db, hospitalId, filterOf(wanted), before, limit + 1),
    listPeople(db, hospitalId),
    listNames(db, hospitalId),
    readZone(db, hospitalId),
  ]);
  const shown = rows.slice(0, limit);
  await recordLook(context, 'read audit trail', shown);
  return ok({
    entries: shown.map(auditEntryView),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    timeZone,
    people: people.map(({ id, name }) => ({ id, name: name ?? '' })),
    actions: [...new Set(names.map(actionRecordedAs).filter((action) => action !== null))],
  });
}

function filterOf({ view, action, personId, from, to }: Wanted): TrailFilter {
  return { names: namesWanted(view, action), personId, from, to };
}

export async function exportAudit(
  context: StaffContext,
  wanted: Wanted,
): Promise<Result<FileAnswer>> {
  const { db, actor } = context;
  const rows = await listTrail(db, actor.hospitalId, filterOf(wanted), undefined, exportedRows);
  await recordLook(context, 'export audit trail', []);
  const bytes = await csvFile(auditTable(rows));
  return ok(new FileAnswer('audit trail.csv', 'text/csv; charset=utf-8', bytes));
}

/**
 * The progress of the last check of the audit hashes. It shows no patient data, so reading it is
 * not audited.
 */
export async function getAuditCheck({
  db,
  actor,
  clock,
}: StaffContext): Promise<Result<ReplyOf<typeof getAuditCheckEndpoint>>> {
  const check = await findLastCheck(db, actor.hospitalId);
  return ok({ check: check === undefined ? null : auditCheckView(check, clock.now()) });
}

/**
 * Writes an audit row for this read of the audit trail, with the patients whose names were shown.
 */
async function recordLook(
  context: StaffContext,
  action: AuditAction,
  rows: readonly TrailRow[],
): Promise<void> {
  const shown = rows.flatMap(({ patients }) => patients.map(({ id }) => id));
  await recordAudit(context.db, context, { action, patientIds: [...new Set(shown)] });
}
