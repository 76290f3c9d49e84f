/**
 * Reads reports for the patients whom they concern, and for the staff of the hospital that wrote
 * them [RPT-1, PAT-13, ADM-7].
 */
import type { Language } from '@baari/contract/languages.ts';
import type { AuditAction } from '@baari/contract/account/audit.ts';
import type { QueryOf, ReplyOf } from '@baari/contract/endpoint.ts';
import {
  type getReport,
  type HospitalPatient,
  type listHospitalReports,
  type listOwnReports,
  reportsShown,
} from '@baari/contract/visit/report.ts';
import { type PersonActor, isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Context, PatientContext, MemberContext } from '../platform/context.ts';
import { FileAnswer } from '../platform/http/file-answer.ts';
import type { FileStores } from '../platform/files/file-store.ts';
import { digestOf, findKeptFile } from '../platform/files/kept-files.ts';
import type { Log } from '../platform/log.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import type { Documents } from './documents/documents.ts';
import { periodStart, safeFileName } from './report.rules.ts';
import { seenBy } from './report-visibility.ts';
import {
  findReport,
  listPatientsOfHospital,
  listReports,
  readHospitalHead,
  readReportFile,
  setDigest,
  readToday,
  type ReportRow,
} from './reports.store.ts';
import { hospitalPatientView, reportView, seenReportView } from './reports.view.ts';

type ReportList = ReplyOf<typeof listOwnReports>;
type SeenList = ReplyOf<typeof listHospitalReports>;
type OneReport = ReplyOf<typeof getReport>;

const patientsShown = 20;

/**
 * The newest reports of the hospital, each with what the reader may see. Periods follow the
 * hospital's calendar.
 */
export async function listForHospital(
  context: MemberContext,
  { search, type, period, patientId }: QueryOf<typeof listHospitalReports>,
): Promise<Result<SeenList>> {
  const { db, actor, clock } = context;
  const { hospitalId } = actor;
  const from = periodStart(period, await readToday(db, hospitalId, clock.now()));
  const rows = await listReports(
    db,
    { hospitalId, search, type, from, patientId },
    reportsShown + 1,
  );
  const shown = rows.slice(0, reportsShown);
  await recordAudit(db, context, {
    action: 'read reports',
    patientIds: [...new Set(shown.map((row) => row.patient_id))],
    outcome: 'ok',
  });
  const seen = await seenBy(db, context, shown);
  return ok({ reports: seen.map(seenReportView), hasMore: rows.length > reportsShown });
}

export async function listOwn(
  { db, actor }: PatientContext,
  filter: QueryOf<typeof listOwnReports>,
): Promise<Result<ReportList>> {
  const rows = await listReports(db, { ...filter, accountId: actor.userId }, reportsShown + 1);
  return ok({
    reports: rows.slice(0, reportsShown).map(reportView),
    hasMore: rows.length > reportsShown,
  });
}

/**
 * Lists patients for whom a report can be written. Names are patient data, so reading them is
 * recorded.
 */
export async function listPatients(
  context: MemberContext,
  search: string | undefined,
): Promise<Result<{ patients: HospitalPatient[] }>> {
  const { db, actor } = context;
  const rows = await listPatientsOfHospital(db, actor.hospitalId, search ?? '', {
    now: context.clock.now(),
    limit: patientsShown,
  });
  await recordAudit(db, context, {
    action: 'read patients',
    patientIds: rows.map((row) => row.id),
    outcome: 'ok',
  });
  return ok({ patients: rows.map(hospitalPatientView) });
}

export async function readReport(
  context: Context<PersonActor>,
  id: string,
): Promise<Result<OneReport>> {
  const found = await findReadable(context, id);
  if (!found.ok) return found;
  const row = found.value;
  await audit(context, row, 'read report');
  return ok({ report: reportView(row) });
}

export interface FileReading {
  readonly files: FileStores;
  readonly log: Log;
}

/**
 * Downloads the file as stored. Refuses if the file is missing or altered, and logs that for the
 * operator.
 */
export async function downloadFile(
  context: Context<PersonActor>,
  { files, log }: FileReading,
  id: string,
): Promise<Result<FileAnswer>> {
  const found = await findReadable(context, id);
  if (!found.ok) return found;
  const row = found.value;
  const file = await readReportFile(context.db, id);
  if (file === undefined) return refuse('not_found');
  const { name, type, kept_in: keptIn, file_key: key } = file;
  const bytes =
    keptIn === null || key === null ? file.bytes : await findKeptFile(files, keptIn, key);
  const place = { keptIn: keptIn ?? 'database', key };
  if (bytes === null || bytes === undefined) {
    log.error(
      place,
      'The file of a report is missing, so its download was refused. Put the file with this key back into this storage from a backup.',
    );
    return refuse('file_missing');
  }
  const sha256 = digestOf(bytes);
  if (file.sha256 === null) await setDigest(context.db, id, sha256);
  else if (!file.sha256.equals(sha256)) {
    log.error(
      place,
      'The file of a report changed after its upload, so downloads are refused. Put the original with this key back into this storage from a backup.',
    );
    return refuse('file_changed');
  }
  await audit(context, row, "download report's file");
  return ok(new FileAnswer(name, type, bytes));
}

/** Prints the report with its hospital's letterhead. The server makes the PDF again for each request. */
export async function printPdf(
  context: Context<PersonActor>,
  documents: Documents,
  id: string,
  language: Language,
): Promise<Result<FileAnswer>> {
  const found = await findReadable(context, id);
  if (!found.ok) return found;
  const row = found.value;
  const head = await readHospitalHead(context.db, row.hospital_id);
  const drawn = await documents.draw(
    { head, report: reportView(row), language },
    context.actor.userId,
  );
  if (!drawn.ok) return drawn;
  await audit(context, row, 'print report');
  const name = safeFileName(row.title, 'application/pdf');
  return ok(new FileAnswer(name, 'application/pdf', drawn.value));
}

/**
 * Returns the report if the reader may see its contents. Refuses with not_found if the reader must
 * not know that the report exists. Refuses with report_withheld if the reader may know of the
 * report but not read it.
 */
async function findReadable(context: Context<PersonActor>, id: string): Promise<Result<ReportRow>> {
  const row = await findReport(context.db, id);
  if (row === undefined) return refuse('not_found');
  const [seen] = await seenBy(context.db, context, [row]);
  if (seen === undefined) return refuse('not_found');
  return seen.reach === 'whole' ? ok(row) : refuse('report_withheld');
}

async function audit(
  context: Context<PersonActor>,
  row: ReportRow,
  action: AuditAction,
): Promise<void> {
  const { actor } = context;
  if (!isStaff(actor)) return;
  await recordAudit(
    context.db,
    { ...context, actor },
    { action, patientIds: [row.patient_id], entryId: row.id, outcome: 'ok' },
  );
}
