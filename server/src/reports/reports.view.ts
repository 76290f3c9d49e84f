/** The API's view of a report and of a hospital's patient [RPT-1]. */
import {
  defaultDepartment,
  defaultDoctorName,
  defaultSpecialty,
} from '@baari/contract/constants.ts';
import type { EmergencyAccess } from '@baari/contract/visit/report-access.ts';
import type {
  HospitalPatient,
  ReportVisibility,
  Report,
  SeenReport,
  WithheldReport,
} from '@baari/contract/visit/report.ts';
import type { EmergencyRow } from './report-access.store.ts';
import type { HospitalPatientRow, ReportRow } from './reports.store.ts';

/** The API's data on a report: the parts that its reader may see. */
export function seenReportView({
  row,
  reach,
}: {
  readonly row: ReportRow;
  readonly reach: ReportVisibility;
}): SeenReport {
  return reach === 'whole' ? reportView(row) : { ...headOf(row), reach };
}

export function reportView(row: ReportRow): Report {
  const file = fileOf(row);
  return {
    ...headOf(row),
    reach: 'whole',
    summary: row.summary,
    file,
    downloadUrl: `/api/reports/${row.id}/${file === null ? 'pdf' : 'file'}`,
  };
}

/**
 * The fields that every reader may see: that the report exists. Each field is listed by name, so
 * that a new field is not exposed by accident.
 */
function headOf(row: ReportRow): Omit<WithheldReport, 'reach'> {
  return {
    id: row.id,
    title: row.title,
    date: row.date,
    type: row.type,
    status: row.status,
    doctorName: row.doctor_name || defaultDoctorName,
    specialty: row.specialty || defaultSpecialty,
    department: row.department || defaultDepartment,
    hospitalId: row.hospital_id,
    hospitalName: row.hospital_name,
    patient: { id: row.patient_id, name: row.patient_name },
  };
}

function fileOf({ file_name, file_type, file_size }: ReportRow): Report['file'] {
  if (file_name === null || file_type === null || file_size === null) return null;
  return { name: file_name, type: file_type, bytes: file_size };
}

export function hospitalPatientView(row: HospitalPatientRow): HospitalPatient {
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    through: row.through,
    lastSeenAt: row.last_seen_at.toISOString(),
  };
}

export function emergencyView(row: EmergencyRow): EmergencyAccess {
  return {
    id: row.id,
    person: { id: row.user_id, name: row.user_name ?? '' },
    role: row.role,
    patient: { id: row.patient_id, name: row.patient_name },
    kind: row.kind,
    reason: row.reason,
    openedAt: row.opened_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    lookedAt: row.looked_at?.toISOString() ?? null,
    lookedBy: row.looked_at === null ? null : (row.looked_by_name ?? ''),
  };
}
