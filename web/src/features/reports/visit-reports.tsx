import type { Report } from '@baari/contract/visit/report.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ownReportsQuery } from '../../api/queries/report-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { reportsOfVisit, type VisitDay } from '../../shared/patient/reports-of-visit.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { TextLink } from '../../ui/link.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { useReportDate } from './use-report-date.ts';

/** The reports of one visit, each opened in a dialog, or that there is none yet [RPT-1, PAT-13]. */
export function VisitReports({ visit }: { visit: VisitDay }): ReactNode {
  const { finishedVisit: t, reports: words } = useMessages('finishedVisit', 'reports');
  const query = useQuery(ownReportsQuery({ hospitalId: visit.hospitalId }));
  const [open, setOpen] = useState<Report | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const date = useReportDate();
  if (query.isPending) return <ListSkeleton label={words.loading} rows={1} />;
  if (!query.data) {
    return (
      <Notice tone="warning" title={t.reportsFailed} action={<TryAgain query={query} part />} />
    );
  }
  const reports = reportsOfVisit(query.data.reports, visit);
  return (
    <>
      {reports.length === 0 && <p className="text-[0.9375rem] text-ink-soft">{t.noReport}</p>}
      {reports.length > 0 && (
        <ul className="flex flex-col gap-2">
          {reports.map((report) => (
            <li key={report.id} className="flex flex-wrap items-center justify-between gap-3">
              <p className="min-w-0 flex-1 wrap-anywhere text-ink">
                <span className="block font-medium">{report.title}</span>
                <span className="text-sm text-ink-soft">
                  {`${words.types[report.type]} · ${date(report.date)}`}
                </span>
              </p>
              <Button
                icon={<FileText aria-hidden="true" />}
                onClick={() => {
                  setOpen(report);
                  setIsOpen(true);
                }}
              >
                {words.view}
                <span className="sr-only">{` ${report.title}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextLink href="/patient/reports" className="w-fit text-sm">
        {t.allReports}
      </TextLink>
      {open && <ReportDialog report={open} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
}
