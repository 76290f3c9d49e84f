import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { openEntriesQuery } from '../../api/queries/queries.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { HospitalList } from '../../features/browse/hospital-list.tsx';
import { OpenEntryNotice } from '../../features/patient-queue/join/open-entry-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/**
 * Lazily loaded, because patients mostly open the list of hospitals and their queue, not the
 * profile.
 */
const PatientProfile = lazy(async () => {
  const module = await import('../../features/patient-profile/patient-profile.tsx');
  return { default: module.PatientProfile };
});

const PeopleSection = lazy(async () => {
  const module = await import('../../features/people/people-section.tsx');
  return { default: module.PeopleSection };
});

const OwnReminders = lazy(async () => {
  const module = await import('../../features/notifications/own-reminders.tsx');
  return { default: module.OwnReminders };
});
const NotificationSection = lazy(async () => {
  const module = await import('../../features/notifications/notification-section.tsx');
  return { default: module.NotificationSection };
});

const ConsentSection = lazy(async () => {
  const module = await import('../../features/patient-profile/consent-section.tsx');
  return { default: module.ConsentSection };
});

/** Lazily loaded, because few patients request to join a hospital's staff. */
const WaitingNotice = lazy(async () => {
  const module = await import('../../features/joining/waiting-notice.tsx');
  return { default: module.WaitingNotice };
});

/** Lazily loaded, because links lead to the queue's own page. */
const QueueView = lazy(async () => {
  const module = await import('./patient-queue.page.tsx');
  return { default: module.QueueView };
});

const PatientReports = lazy(async () => {
  const module = await import('./patient-reports.page.tsx');
  return { default: module.ReportsView };
});

/**
 * The patient's home page. The URL parameter `view` chooses between hospitals, queue and profile
 * [ROUTE-11].
 */
export function Page(): ReactNode {
  const [params] = useSearchParams();
  switch (params.get('view')) {
    case 'queue':
      return <QueueView />;
    case 'reports':
      return <PatientReports />;
    case 'profile':
      return <ProfileView />;
    default:
      return <HospitalsView />;
  }
}

function HospitalsView(): ReactNode {
  const { browse: t } = useMessages('browse');
  const open = useQuery(openEntriesQuery());
  usePageTitle(t.hospitalsTitle);
  return (
    <>
      <PageHeader title={t.hospitalsTitle} description={t.hospitalsLead} />
      <Suspense fallback={null}>
        <WaitingNotice />
      </Suspense>
      <div className="mb-4 empty:hidden">
        <OpenEntryNotice />
      </div>
      <HospitalList waits={open.isPending && open.failureCount === 0} />
    </>
  );
}

function ProfileView(): ReactNode {
  // Also loads the texts of the dialog about unsaved changes, before the user opens the editor.
  const { profile: t } = useMessages('profile', 'unsaved');
  usePageTitle(t.title);
  return (
    <PatientProfile
      people={<PeopleSection />}
      notifications={
        <>
          <NotificationSection />
          <OwnReminders />
        </>
      }
      consents={<ConsentSection />}
    />
  );
}
