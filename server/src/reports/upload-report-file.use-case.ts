import type { SeenReport } from '@baari/contract/visit/report.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import type { SentFile } from '../platform/http/file-answer.ts';
import type { FileStores } from '../platform/files/file-store.ts';
import { digestOf, keepFile } from '../platform/files/kept-files.ts';
import { ok, type Refusal, type Result, refuse } from '../platform/result.ts';
import type { Documents } from './documents/documents.ts';
import { fileTypeOf, safeFileName } from './report.rules.ts';
import { mayWrite } from './reports.access.ts';
import {
  findReport,
  insertReportFile,
  lockReport,
  type ReportFile,
  type ReportRow,
} from './reports.store.ts';
import { writtenView } from './written-report.ts';

export interface FilePlaces {
  readonly files: FileStores;
  readonly documents: Documents;
}

/**
 * Attaches a file to a report [SEC-11]. A report gets a file only once, since a record that
 * somebody may have read is never replaced. The bytes decide the file's type, and scripts, embedded
 * files and metadata are removed. With file storage outside the database, the file is written
 * first, so that no database row refers to a missing file.
 */
export async function uploadReportFile(
  context: MemberContext,
  { files, documents }: FilePlaces,
  id: string,
  sent: SentFile | undefined,
): Promise<Result<{ report: SeenReport }>> {
  const { db, clock } = context;
  const before = refusalOf(context, await findReport(db, id));
  if (before !== undefined) return before;
  const cleaned = await clean(documents, sent, context.actor.userId);
  if (!cleaned.ok) return cleaned;
  const file = cleaned.value;
  const now = clock.now();
  const kept = await keepFile(db, files, file.bytes, now);
  return db.transaction(async (tx) => {
    const row = await lockReport(tx, id);
    // The reasons to refuse are checked again, because another upload may have finished meanwhile.
    const refusal = refusalOf(context, row);
    if (row === undefined || refusal !== undefined) return refusal ?? refuse('not_found');
    const { name, type, bytes } = file;
    const sha256 = digestOf(bytes);
    await insertReportFile(tx, id, { name, type, size: bytes.length, sha256, kept }, now);
    await recordAudit(tx, context, {
      action: "upload report's file",
      patientIds: [row.patient_id],
      entryId: id,
      outcome: 'ok',
    });
    const after = await findReport(tx, id);
    if (after === undefined) throw new Error('The report just changed cannot be read.');
    return ok({ report: await writtenView(tx, context, after) });
  });
}

/** Why the caller may not attach a file; undefined if they may. */
function refusalOf({ actor }: MemberContext, row: ReportRow | undefined): Refusal | undefined {
  if (row === undefined || row.hospital_id !== actor.hospitalId) return refuse('not_found');
  if (!mayWrite(actor, row.doctor_id)) return refuse('forbidden');
  return row.file_name === null ? undefined : refuse('report_has_file');
}

/**
 * Cleans the uploaded file. Refuses a file of another type than declared, and a file that cannot be
 * cleaned.
 */
async function clean(
  documents: Documents,
  sent: SentFile | undefined,
  caller: string,
): Promise<Result<ReportFile>> {
  const type = sent === undefined ? undefined : fileTypeOf(sent.bytes);
  if (sent === undefined || type === undefined || type !== sent.type) {
    return refuse('file_type_refused');
  }
  const cleaned = await documents.clean({ type, bytes: sent.bytes }, caller);
  if (!cleaned.ok) return cleaned;
  return ok({ name: safeFileName(sent.name, type), type, bytes: cleaned.value });
}
