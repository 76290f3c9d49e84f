/**
 * Medical reports: written or uploaded by a hospital, read by the patient and that hospital
 * [RPT-1].
 */
import { z } from 'zod';
import { maxLength } from '../constants.ts';
import { patientsFound } from './appointment.ts';
import { endpoint } from '../endpoint.ts';
import { dayGiven, fieldMessages, idParams, instant, requiredText, text, uuid } from '../fields.ts';
import { languages } from '../languages.gen.ts';
import { fallbackLanguage } from '../languages.ts';

export const reportTypes = [
  'consultation',
  'lab_result',
  'prescription',
  'imaging',
  'discharge_summary',
] as const;
export type ReportType = (typeof reportTypes)[number];

export const reportStatuses = ['completed', 'active', 'pending'] as const;

/**
 * The periods by which a list of reports can be filtered, on the hospital's own calendar. A week
 * begins on Monday [ADM-7].
 */
export const reportPeriods = ['all', 'today', 'week', 'month'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

export const reportFileTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type ReportFileType = (typeof reportFileTypes)[number];
export const reportFileMaxBytes = 10 * 1024 * 1024;
/**
 * The most pixels of an uploaded picture, and of each picture in an uploaded PDF. An A4 page at 600
 * dpi has 35 million, and a phone needs 4 bytes each.
 */
export const reportImageMaxPixels = 50_000_000;
/** The most unpacked bytes of all compressed streams in an uploaded PDF. */
export const reportPdfMaxUnpackedBytes = 200_000_000;
export const reportSummaryMaxLength = 10_000;
/** The most reports in one API response; `hasMore` means that there are more reports. */
export const reportsShown = 100;

/** The part of a medical report that all staff of the hospital see. */
const reportHead = {
  id: uuid,
  title: z.string(),
  /** The report's date on the hospital's calendar, YYYY-MM-DD. */
  date: z.iso.date(),
  type: z.enum(reportTypes),
  status: z.enum(reportStatuses),
  doctorName: z.string(),
  specialty: z.string(),
  department: z.string(),
  hospitalId: uuid,
  hospitalName: z.string(),
  patient: z.object({ id: uuid, name: z.string() }),
};

/** One report [RPT-1]. */
export const report = z.object({
  ...reportHead,
  reach: z.literal('whole'),
  summary: z.string(),
  /** The uploaded file; null if the report was written in Baari. */
  file: z.object({ name: z.string(), type: z.enum(reportFileTypes), bytes: z.int() }).nullable(),
  /** The address from which the uploaded file, or else the report as a PDF, is downloaded. */
  downloadUrl: z.string(),
});
export type Report = z.infer<typeof report>;

/**
 * A report whose text and file the user may not see. `emergency`: the user can open it in an
 * emergency by giving a reason [SEC-25].
 */
export const withheldReport = z.object({
  ...reportHead,
  reach: z.enum(['emergency', 'existence']),
});
export type WithheldReport = z.infer<typeof withheldReport>;

/** A medical report: with its text and file, or without them if the user may not see them. */
export const seenReport = z.discriminatedUnion('reach', [report, withheldReport]);
export type SeenReport = z.infer<typeof seenReport>;
/**
 * Whether the user sees a report in full, can open it in an emergency, or only sees that it exists.
 */
export type ReportVisibility = SeenReport['reach'];

/** A report as staff send it. Its date defaults to the current date on the hospital's calendar. */
export const reportGiven = z.object({
  patientId: uuid,
  doctorId: uuid,
  type: z.enum(reportTypes, { error: fieldMessages.choice }),
  status: z.enum(reportStatuses, { error: fieldMessages.choice }).default('completed'),
  title: requiredText(maxLength.line),
  summary: text(reportSummaryMaxLength),
  date: dayGiven(fieldMessages.date).optional(),
});
export type ReportGiven = z.infer<typeof reportGiven>;

/** A patient who has or had an entry in this hospital's lines. */
export const hospitalPatient = z.object({
  id: uuid,
  name: z.string(),
  /** The patient's own phone; if there is none, the account's phone. */
  phone: z.string().nullable(),
  /**
   * The name of the account holder if the patient belongs to another person's account; null for
   * account holders and walk-ins.
   */
  through: z.string().nullable(),
  lastSeenAt: instant,
});
export type HospitalPatient = z.infer<typeof hospitalPatient>;

const search = text(maxLength.name).optional();
const type = z.enum(reportTypes, { error: fieldMessages.choice }).optional();
const reportList = z.object({ reports: z.array(report).max(reportsShown), hasMore: z.boolean() });
const seenList = z.object({ reports: z.array(seenReport).max(reportsShown), hasMore: z.boolean() });
const oneReport = z.object({ report });
/**
 * The report that was just written. Its author sees as much of it as the author may see of any
 * other report.
 */
const writtenReport = z.object({ report: seenReport });
const staff = ['doctor', 'receptionist', 'hospital_admin'] as const;
const readers = ['patient', ...staff] as const;

export const createReport = endpoint({
  method: 'POST',
  path: '/hospital/reports',
  summary: "Write a report for one of the hospital's patients",
  rows: ['RPT-1', 'ADM-7'],
  access: staff,
  status: 201,
  body: reportGiven,
  reply: writtenReport,
  problems: ['forbidden', 'not_found'],
});

export const uploadReportFile = endpoint({
  method: 'PUT',
  path: '/hospital/reports/:id/file',
  summary:
    "Attach a report's file, once: the body is the file, X-File-Name its name; scripts, embedded files and metadata are removed",
  rows: ['RPT-1'],
  access: staff,
  params: idParams,
  upload: { types: reportFileTypes, maxBytes: reportFileMaxBytes },
  reply: writtenReport,
  problems: [
    'forbidden',
    'not_found',
    'file_type_refused',
    'file_too_large',
    'file_too_complex',
    'file_locked',
    'file_not_cleanable',
    'pdf_too_large',
    'image_too_large',
    'report_has_file',
  ],
});

export const listHospitalReports = endpoint({
  method: 'GET',
  path: '/hospital/reports',
  summary:
    "List the hospital's newest reports, filtered by title, doctor or specialty, type and date",
  rows: ['RPT-1', 'ADM-7'],
  access: staff,
  query: z.object({
    search,
    type,
    period: z.enum(reportPeriods, { error: fieldMessages.choice }).default('all'),
    patientId: uuid.optional(),
  }),
  reply: seenList,
  problems: ['forbidden'],
});

export const findReportPatients = endpoint({
  method: 'POST',
  path: '/hospital/reports/patients/find',
  summary: "Find patients of the hospital's lines by name, latest first, at most 20",
  rows: ['RPT-1'],
  access: staff,
  body: z.object({ search }),
  reply: z.object({ patients: z.array(hospitalPatient).max(patientsFound) }),
  problems: ['forbidden'],
});

export const listOwnReports = endpoint({
  method: 'GET',
  path: '/reports',
  summary: "List the patient's own newest reports, optionally of one hospital",
  rows: ['RPT-1', 'PAT-13', 'ROUTE-12', 'ROUTE-15'],
  access: ['patient'],
  query: z.object({ search, type, hospitalId: uuid.optional() }),
  reply: reportList,
  problems: ['forbidden'],
});

export const getReport = endpoint({
  method: 'GET',
  path: '/reports/:id',
  summary: 'Get one report',
  rows: ['RPT-1'],
  access: readers,
  params: idParams,
  reply: oneReport,
  problems: ['not_found', 'report_withheld'],
});

export const downloadReportFile = endpoint({
  method: 'GET',
  path: '/reports/:id/file',
  summary: 'Download the uploaded file of a report',
  rows: ['RPT-1'],
  access: readers,
  params: idParams,
  download: reportFileTypes,
  reply: z.unknown(),
  problems: ['not_found', 'report_withheld', 'file_missing', 'file_changed'],
});

export const printReport = endpoint({
  method: 'GET',
  path: '/reports/:id/pdf',
  summary: "Print a report with the hospital's letterhead, as a PDF",
  rows: ['RPT-1'],
  access: readers,
  params: idParams,
  query: z.object({
    /** The language of the labels around the report's own text in the PDF. */
    language: z.enum(languages, { error: fieldMessages.choice }).default(fallbackLanguage),
  }),
  download: ['application/pdf'],
  reply: z.unknown(),
  problems: ['not_found', 'report_withheld', 'report_too_large'],
});
