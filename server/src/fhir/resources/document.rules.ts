/** A report as a FHIR DocumentReference: that it exists, never its text or file [API-41, SEC-25]. */
import type { AgeBand } from '@baari/contract/keys/answers.ts';
import type { reportStatuses, ReportType } from '@baari/contract/visit/report.ts';
import type { CodeableConcept, DocumentReference } from '../r4.rules.ts';
import { concept, present, referenceTo, type Site, subjectOf } from './resource.rules.ts';

interface Head {
  readonly id: string;
  readonly title: string;
  /** The report's day on the hospital's calendar. */
  readonly date: string;
  readonly type: ReportType;
  readonly status: (typeof reportStatuses)[number];
  readonly created_at: Date;
  readonly entry_id: string | null;
  readonly doctor_id: string;
  readonly doctor_name: string;
  readonly patient_id: string;
  readonly patient_name: string;
}

const loinc = (code: string, display: string) => concept('http://loinc.org', code, display);

const types: Readonly<Record<ReportType, CodeableConcept>> = {
  consultation: loinc('11488-4', 'Consult note'),
  lab_result: loinc('11502-2', 'Laboratory report'),
  prescription: loinc('57833-6', 'Prescription for medication'),
  imaging: loinc('18748-4', 'Diagnostic imaging study'),
  discharge_summary: loinc('18842-5', 'Discharge summary'),
};

/** People may write a name into a title, so only a key that sees patients reads it [SEC-18]. */
export function documentOf(
  site: Site,
  head: Head,
  ageBand: AgeBand | undefined,
): DocumentReference {
  return present<DocumentReference>({
    resourceType: 'DocumentReference',
    id: head.id,
    status: 'current',
    docStatus: head.status === 'pending' ? 'preliminary' : 'final',
    type: types[head.type],
    subject: subjectOf(site, { id: head.patient_id, name: head.patient_name, ageBand }),
    date: head.created_at.toISOString(),
    author: [referenceTo('Practitioner', head.doctor_id, head.doctor_name)],
    custodian: referenceTo('Organization', site.hospitalId),
    description: site.showsPatients ? head.title : undefined,
    content: [{ attachment: { extension: [withheld], creation: head.date } }],
    context:
      head.entry_id === null ? undefined : { encounter: [referenceTo('Encounter', head.entry_id)] },
  });
}

/** There is a content, but systems do not get it. */
const withheld = {
  url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
  valueCode: 'masked',
};
