import type { Report } from '@baari/contract/report.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { SentFile } from '../platform/file-answer.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { stripJpeg, stripPng } from './image-metadata.rules.ts';
import { fileTypeOf, safeFileName } from './report.rules.ts';
import { mayWrite } from './reports.access.ts';
import { findReport, insertReportFile, lockReport, type ReportFile } from './reports.store.ts';
import { reportView } from './reports.view.ts';

/**
 * Attaches the file of a report, once: a record that somebody may have read is not exchanged. What
 * it is, its bytes tell; images lose their metadata and what follows their end [guarantees, 11].
 */
export function uploadReportFile(
  context: StaffContext,
  id: string,
  sent: SentFile | undefined,
): Promise<Result<{ report: Report }>> {
  const { actor, clock } = context;
  return context.db.transaction(async (tx) => {
    const before = await lockReport(tx, id);
    if (before === undefined || before.hospital_id !== actor.hospitalId) return refuse('not_found');
    if (!mayWrite(actor, before.doctor_id)) return refuse('forbidden');
    if (before.file_name !== null) return refuse('report_has_file');
    const file = sent === undefined ? undefined : cleaned(sent);
    if (file === undefined) return refuse('file_type_refused');
    await insertReportFile(tx, id, file, clock.now());
    await recordAudit(tx, context, {
      action: "upload report's file",
      patientIds: [before.patient_id],
      entryId: id,
      outcome: 'ok',
    });
    const after = await findReport(tx, id);
    if (after === undefined) throw new Error('The report just changed cannot be read.');
    return ok({ report: reportView(after) });
  });
}

/** undefined when the bytes are not of the type they were sent as, or are malformed. */
function cleaned({ name, type, bytes }: SentFile): ReportFile | undefined {
  const found = fileTypeOf(bytes);
  if (found === undefined || found !== type) return undefined;
  const kept = withoutMetadata(found, bytes);
  return kept && { name: safeFileName(name, found), type: found, bytes: kept };
}

function withoutMetadata(type: ReportFile['type'], bytes: Uint8Array): Uint8Array | undefined {
  switch (type) {
    case 'image/png':
      return stripPng(bytes);
    case 'image/jpeg':
      return stripJpeg(bytes);
    case 'application/pdf':
      return bytes;
  }
}
