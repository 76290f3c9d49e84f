/** Makes a report with its file, uploaded by the hospital's receptionist. */
import { cleanPdf } from '../reports/documents/clean-pdf.thread.ts';
import { givenReport, smallPdf } from './test-bodies.ts';
import { get, type TestApp } from './test-app.ts';
import { makePerson, makeTown, type TestPerson } from './test-people.ts';

const cleaned = await cleanPdf(Buffer.from(smallPdf, 'latin1'));
if (typeof cleaned === 'string') throw new Error(`The small PDF is refused: ${cleaned}`);
/** The bytes of `smallPdf` after cleaning, as the server stores them. */
export const keptPdf = Buffer.from(cleaned);

export interface ReportWithFile {
  readonly patient: TestPerson;
  readonly id: string;
}

/** A report for a new patient at a new hospital; the file is `smallPdf`, stored as `keptPdf`. */
export async function makeReportWithFile(app: TestApp, name: string): Promise<ReportWithFile> {
  const town = await makeTown(app);
  const patient = await makePerson(app, { name });
  await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  const body = givenReport(patient.userId, town.doctorId);
  const { report } = await get(app, town.receptionist, 'createReport', { body });
  await get(app, town.receptionist, 'uploadReportFile', {
    id: report.id,
    headers: { 'content-type': 'application/pdf' },
    body: smallPdf,
  });
  return { patient, id: report.id };
}
