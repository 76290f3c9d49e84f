/** Maps endpoints to use cases [RPT-1]. */
import * as access from '@baari/contract/visit/report-access.ts';
import * as report from '@baari/contract/visit/report.ts';
import type { Route } from '../platform/http/route.ts';
import { createReport } from './create-report.use-case.ts';
import type { Documents } from './documents/documents.ts';
import { countEmergencies, getEmergencies } from './emergency/emergencies.query.ts';
import { lookAtEmergency } from './emergency/look-at-emergency.use-case.ts';
import { openInEmergency } from './emergency/open-in-emergency.use-case.ts';
import { getReportReaders, setReportReaders } from './report-readers.use-case.ts';
import {
  downloadFile,
  type FileReading,
  listForHospital,
  listOwn,
  listPatients,
  printPdf,
  readReport,
} from './reports.query.ts';
import { uploadReportFile } from './upload-report-file.use-case.ts';

export function mountReports(
  route: Route,
  { files, log }: FileReading,
  documents: Documents,
  publicUrl: string,
): void {
  route(report.createReport, ({ context, body }) => createReport(context, body, publicUrl));
  route(report.uploadReportFile, ({ context, params, file }) =>
    uploadReportFile(context, { files, documents }, params.id, file),
  );
  route(report.listHospitalReports, ({ context, query }) => listForHospital(context, query));
  route(report.findReportPatients, ({ context, body }) => listPatients(context, body.search));
  route(report.listOwnReports, ({ context, query }) => listOwn(context, query));
  route(report.getReport, ({ context, params }) => readReport(context, params.id));
  route(report.downloadReportFile, ({ context, params }) =>
    downloadFile(context, { files, log }, params.id),
  );
  route(report.printReport, ({ context, params, query }) =>
    printPdf(context, documents, params.id, query.language),
  );
  route(access.getReportReaders, ({ context }) => getReportReaders(context));
  route(access.setReportReaders, ({ context, body }) => setReportReaders(context, body));
  route(access.openInEmergency, ({ context, params, body }) =>
    openInEmergency(context, params.id, body),
  );
  route(access.listEmergencies, ({ context, query }) => getEmergencies(context, query.after));
  route(access.countEmergencies, ({ context }) => countEmergencies(context));
  route(access.lookAtEmergency, ({ context, params }) => lookAtEmergency(context, params.id));
}
