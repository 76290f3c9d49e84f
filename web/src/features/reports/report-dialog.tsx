import type { Report } from '@baari/contract/visit/report.ts';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useMedicalName, useSpecialty } from '../../i18n/use-medical-name.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DownloadButton } from './download-button.tsx';
import { useReportDate } from './use-report-date.ts';

const megabyte = 1024 * 1024;

/** The dialog in which a user reads and downloads a report [PAT-13, ADM-7]. */
export function ReportDialog({
  report,
  open,
  onOpenChange,
}: {
  report: Report;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { reports: t } = useMessages('reports');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={report.title}
      size="large"
      footer={
        <>
          {report.file !== null && (
            <DownloadButton report={report} as="file">
              {t.downloadFile}
            </DownloadButton>
          )}
          <DownloadButton report={report} as="pdf">
            {t.downloadPdf}
          </DownloadButton>
        </>
      }
    >
      <Facts report={report} />
      <h3 className="mt-5 text-sm font-semibold text-ink-soft">{t.summary}</h3>
      {/* Text as typed: its line breaks stay, and markup is not interpreted. */}
      <p className="mt-1 wrap-anywhere whitespace-pre-wrap text-ink">
        <bdi>{report.summary === '' ? t.noSummary : report.summary}</bdi>
      </p>
    </Dialog>
  );
}

function Facts({ report }: { report: Report }): ReactNode {
  const { reports: t } = useMessages('reports');
  const format = useFormat();
  const nameOf = useMedicalName();
  const specialtyOf = useSpecialty();
  const date = useReportDate();
  const { file } = report;
  const facts = [
    [t.patient, report.patient.name],
    [t.hospital, report.hospitalName],
    [t.doctor, `${report.doctorName} · ${specialtyOf(report)}`],
    [t.department, nameOf(report.department)],
    [t.date, date(report.date)],
    [t.type, `${t.types[report.type]} · ${t.statuses[report.status]}`],
    ...(file === null
      ? []
      : [[t.file, `${file.name} · ${t.fileSize(format.number(megabytes(file.bytes)))}`] as const]),
  ] as const;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="wrap-anywhere text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Converts bytes to megabytes with one decimal; the result is at least 0.1. */
function megabytes(bytes: number): number {
  return Math.max(0.1, Math.round((bytes / megabyte) * 10) / 10);
}
