/** A report and a hospital's patient as they go over the wire [RPT-1]. */
import {
  defaultDepartment,
  defaultDoctorName,
  defaultSpecialty,
} from '@baari/contract/constants.ts';
import type { HospitalPatient, Report } from '@baari/contract/report.ts';
import type { HospitalPatientRow, ReportRow } from './reports.store.ts';

export function reportView(row: ReportRow): Report {
  const file = fileOf(row);
  return {
    id: row.id,
    title: row.title,
    date: row.date,
    type: row.type,
    status: row.status,
    summary: row.summary,
    doctorName: row.doctor_name || defaultDoctorName,
    specialty: row.specialty || defaultSpecialty,
    department: row.department || defaultDepartment,
    hospitalId: row.hospital_id,
    hospitalName: row.hospital_name,
    patient: { id: row.patient_id, name: row.patient_name },
    file,
    downloadUrl: `/api/reports/${row.id}/${file === null ? 'pdf' : 'file'}`,
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
