import { useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hospitalReportsQuery } from '../../api/queries/report-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PatientFilter } from './patient-filter.tsx';
import { isNarrowed, useReportChoice } from './report-choice.ts';
import { ReportFilters } from './report-filters.tsx';
import { ReportList } from './report-list.tsx';
import { WriteReportDialog } from './write-report-dialog.tsx';

/** The hospital's reports, and a button to write one [ADM-7, RPT-1]. */
export function HospitalReports(): ReactNode {
  const { reports: t } = useMessages('reports');
  const { choice, choose } = useReportChoice();
  const { search, type, period, patient } = choice;
  const query = useQuery(
    hospitalReportsQuery({
      period,
      ...(search === '' ? {} : { search }),
      ...(type === undefined ? {} : { type }),
      ...(patient === undefined ? {} : { patientId: patient }),
    }),
  );
  const [isWriting, setIsWriting] = useState(false);
  const showAll = (
    <Button
      onClick={() => choose({ search: '', type: undefined, period: 'all', patient: undefined })}
    >
      {t.showAll}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t.hospitalTitle}
        description={t.hospitalLead}
        actions={
          <Button
            variant="primary"
            icon={<FilePlus2 aria-hidden="true" />}
            onClick={() => setIsWriting(true)}
          >
            {t.write}
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        <ReportFilters choice={choice} choose={choose} hasPeriod />
        <PatientFilter
          patientId={patient}
          nameRead={
            query.data?.reports.find((report) => report.patient.id === patient)?.patient.name
          }
          onChoose={(patientId) => choose({ patient: patientId })}
        />
        <ReportList
          query={query}
          forPatient={false}
          empty={
            isNarrowed(choice)
              ? { title: t.noneHospital, description: t.noMatchLead, action: showAll }
              : { title: t.noneHospital, description: t.noneHospitalLead }
          }
        />
      </div>
      <WriteReportDialog open={isWriting} onOpenChange={setIsWriting} />
    </>
  );
}
