import { downloadReportFile, printReport, type Report } from '@baari/contract/visit/report.ts';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { downloadFile } from '../../api/files.ts';
import { useOneAtATime } from '../../api/use-one-at-a-time.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';

/** Downloads a report's file, or the report as a PDF; shows an error on failure. */
export function DownloadButton({
  report,
  as,
  children,
}: {
  report: Report;
  as: 'file' | 'pdf';
  children: string;
}): ReactNode {
  const { reports: t } = useMessages('reports');
  const { language } = useLanguage();
  const load = useOneAtATime({
    mutationFn: () =>
      as === 'file'
        ? downloadFile(downloadReportFile, report.id)
        : downloadFile(printReport, report.id, { language }),
  });
  return (
    <>
      <Button
        icon={<Download aria-hidden="true" />}
        busy={load.isPending}
        busyLabel={t.downloading}
        onClick={() => load.mutate()}
      >
        {children}
        <span className="sr-only">{report.title}</span>
      </Button>
      {load.isError && <ProblemNotice problem={load.error} fallback={t.downloadFailed} />}
    </>
  );
}
