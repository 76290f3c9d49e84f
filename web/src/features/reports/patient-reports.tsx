import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ownReportsQuery } from '../../api/queries/report-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { isNarrowed, useReportChoice } from './report-choice.ts';
import { ReportFilters } from './report-filters.tsx';
import { ReportList } from './report-list.tsx';

/** The patient's own reports, optionally of one hospital [PAT-13, ROUTE-12, ROUTE-15]. */
export function PatientReports({ hospitalId }: { hospitalId?: string | undefined }): ReactNode {
  const { reports: t } = useMessages('reports');
  const { choice, choose } = useReportChoice();
  const { search, type } = choice;
  const query = useQuery(
    ownReportsQuery({
      ...(search === '' ? {} : { search }),
      ...(type === undefined ? {} : { type }),
      ...(hospitalId === undefined ? {} : { hospitalId }),
    }),
  );
  const showAll = (
    <Button onClick={() => choose({ search: '', type: undefined })}>{t.showAll}</Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <ReportFilters choice={choice} choose={choose} hasPeriod={false} />
      <ReportList
        query={query}
        forPatient
        empty={
          isNarrowed({ search, type, period: 'all', patient: undefined })
            ? { title: t.noneMine, description: t.noMatchLead, action: showAll }
            : { title: t.noneMine, description: t.noneMineLead }
        }
      />
    </div>
  );
}
