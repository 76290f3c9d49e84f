import { type Report, reportsShown, type SeenReport } from '@baari/contract/visit/report.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useSpecialty } from '../../i18n/use-medical-name.ts';
import { useWhose } from '../../shared/patient/use-whose.ts';
import { WhoseLine } from '../../shared/patient/whose-line.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/text/facts.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { DownloadButton } from './download-button.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { useReportDate } from './use-report-date.ts';
import { Withheld } from './withheld.tsx';

/** The list of reports; each report opens in a dialog [RPT-1]. */
export function ReportList({
  query,
  empty,
  forPatient,
}: {
  query: UseQueryResult<{ readonly reports: readonly SeenReport[]; readonly hasMore: boolean }>;
  empty: { readonly title: string; readonly description: string; readonly action?: ReactNode };
  forPatient: boolean;
}): ReactNode {
  const { reports: t } = useMessages('reports');
  const problemText = useProblemText();
  const [open, setOpen] = useState<Report | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  if (query.isPending) return <ListSkeleton label={t.loading} />;
  if (!query.data) {
    return (
      <ErrorState
        title={t.failed}
        description={problemText(query.error, t.failed)}
        action={<TryAgain query={query} />}
      />
    );
  }
  const { reports, hasMore } = query.data;
  if (reports.length === 0) return <EmptyState {...empty} />;
  return (
    <>
      <ul className="grid gap-3 lg:grid-cols-2">
        {reports.map((report) => (
          <ReportCard
            key={report.id}
            report={report}
            forPatient={forPatient}
            onView={(whole) => {
              setOpen(whole);
              setIsOpen(true);
            }}
          />
        ))}
      </ul>
      {hasMore && <p className="text-sm text-ink-soft">{t.newestOnly(reportsShown)}</p>}
      {open && <ReportDialog report={open} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
}

function ReportCard({
  report,
  forPatient,
  onView,
}: {
  report: SeenReport;
  forPatient: boolean;
  onView: (report: Report) => void;
}): ReactNode {
  const { reports: t } = useMessages('reports');
  const specialtyOf = useSpecialty();
  const date = useReportDate();
  const whose = useWhose();
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg font-semibold wrap-anywhere text-ink">{report.title}</h2>
        <Badge tone="primary">{t.types[report.type]}</Badge>
      </div>
      <div className="flex flex-col gap-0.5 text-sm text-ink-soft">
        {forPatient && <WhoseLine name={whose(report.patient)} />}
        <p className="font-medium wrap-anywhere text-ink">
          {forPatient ? (
            <TextLink href={`/patient/hospital/${report.hospitalId}/reports`}>
              {report.hospitalName}
            </TextLink>
          ) : (
            report.patient.name
          )}
        </p>
        <Facts>
          {report.doctorName}
          {specialtyOf(report)}
        </Facts>
        <Facts className="tabular-nums">
          <time dateTime={report.date}>{date(report.date)}</time>
          {t.statuses[report.status]}
        </Facts>
      </div>
      <div className="mt-auto flex flex-wrap gap-2 print:hidden">
        {report.reach === 'whole' ? (
          <>
            <Button icon={<Eye aria-hidden="true" />} onClick={() => onView(report)}>
              {t.view}
              <span className="sr-only">{report.title}</span>
            </Button>
            <DownloadButton report={report} as={report.file === null ? 'pdf' : 'file'}>
              {t.download}
            </DownloadButton>
          </>
        ) : (
          <Withheld report={report} />
        )}
      </div>
    </Card>
  );
}
