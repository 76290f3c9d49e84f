import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { usePageTitle } from '../../navigation/page-title.ts';
import { hospitalQuery } from '../../api/queries/queries.ts';
import { PatientReports } from '../../features/reports/patient-reports.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/**
 * The patient's medical reports: all of them, or only the reports from one hospital [ROUTE-12,
 * ROUTE-15].
 */
export function Page(): ReactNode {
  const { hospitalId } = useParams();
  return hospitalId === undefined ? <ReportsView /> : <FromHospital hospitalId={hospitalId} />;
}

export function ReportsView(): ReactNode {
  const { reports: t } = useMessages('reports');
  usePageTitle(t.myTitle);
  return (
    <>
      <PageHeader title={t.myTitle} description={t.myLead} />
      <PatientReports />
    </>
  );
}

function FromHospital({ hospitalId }: { hospitalId: string }): ReactNode {
  const { reports: t } = useMessages('reports');
  const { data: hospital } = useQuery(hospitalQuery(hospitalId));
  const title = hospital ? t.atHospital(hospital.name) : t.myTitle;
  usePageTitle(title);
  return (
    <>
      <PageHeader
        back={{ href: `/patient/hospital/${hospitalId}`, label: t.backToHospital }}
        title={title}
        description={t.myLead}
      />
      <PatientReports hospitalId={hospitalId} />
    </>
  );
}
