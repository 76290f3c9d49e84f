import type { Report } from '@baari/contract/visit/report.ts';
import { useQuery } from '@tanstack/react-query';
import { FilePlus2, FileText, Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hospitalReportsQuery } from '../../api/queries/report-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmergencyButton } from './emergency-button.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { useReportDate } from './use-report-date.ts';

/** The dialog is loaded lazily, because it contains the form validation. */
const WriteReportDialog = fetchedDialog(
  async () => (await import('./write-report-dialog.tsx')).WriteReportDialog,
);

/** The hospital's reports of one patient, with a button to write one [CONS-2, RPT-1]. */
export function PatientRecord({
  patient,
  doctorId,
}: {
  patient: { readonly id: string; readonly name: string };
  doctorId: string;
}): ReactNode {
  const { reports: t } = useMessages('reports');
  const problemText = useProblemText();
  const date = useReportDate();
  const query = useQuery(hospitalReportsQuery({ patientId: patient.id }));
  const [shown, setShown] = useState<Report | null>(null);
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-ink">{t.hospitalTitle}</h3>
        <WriteReportButton patient={patient} doctorId={doctorId} />
      </div>
      {query.isPending && (
        <LoadingRegion label={t.loading}>
          <Skeleton className="h-5 w-1/2" />
        </LoadingRegion>
      )}
      {query.isError && !query.data && (
        <Notice tone="danger" action={<TryAgain query={query} part />}>
          {problemText(query.error, t.failed)}
        </Notice>
      )}
      {query.data?.reports.length === 0 && <p className="text-ink-soft">{t.noneOfPatient}</p>}
      <ul className="flex flex-col">
        {query.data?.reports.map((report) => (
          <li key={report.id}>
            {report.reach === 'whole' ? (
              <Button
                variant="quiet"
                className="w-full justify-start text-start print:inline-flex!"
                icon={<FileText aria-hidden="true" />}
                onClick={() => {
                  setShown(report);
                  setIsShown(true);
                }}
              >
                <span className="min-w-0 wrap-anywhere">{report.title}</span>
                <span className="font-normal text-ink-soft tabular-nums">{date(report.date)}</span>
              </Button>
            ) : (
              <p className="flex min-h-11 flex-wrap items-center gap-x-2 px-3 text-ink-soft">
                <Lock aria-hidden="true" className="size-4 shrink-0" />
                <span className="min-w-0 wrap-anywhere">{report.title}</span>
                <span className="tabular-nums">{date(report.date)}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
      {query.data?.reports.some(({ reach }) => reach === 'emergency') && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-sm text-ink-soft">{t.withheld}</p>
          <EmergencyButton patient={patient} />
        </div>
      )}
      {shown && <ReportDialog report={shown} open={isShown} onOpenChange={setIsShown} />}
    </div>
  );
}

/** The button "Write report" for a patient who is already chosen. */
export function WriteReportButton({
  patient,
  doctorId,
  isPrimary = false,
}: {
  patient: { readonly id: string; readonly name: string };
  doctorId: string;
  isPrimary?: boolean;
}): ReactNode {
  const { reports: t } = useMessages('reports');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant={isPrimary ? 'primary' : 'secondary'}
        icon={<FilePlus2 aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t.write}
      </Button>
      {open && (
        <WriteReportDialog open onOpenChange={setOpen} patient={patient} doctorId={doctorId} />
      )}
    </>
  );
}
