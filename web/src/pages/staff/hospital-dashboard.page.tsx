import { lazy, type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { ProofAsker } from '../../app/proof-asker.tsx';
import { ReportReaders } from '../../features/access/report-readers.tsx';
import { HospitalDay } from '../../features/appointments/hospital-day.tsx';
import { RebookingNotice } from '../../features/appointments/rebooking/rebooking-notice.tsx';
import { useDayAddress } from '../../features/appointments/use-day-address.ts';
import { MedicalTeam } from '../../features/doctors/medical-team.tsx';
import { DeskProvider } from '../../features/queue-desk/desk.tsx';
import {
  titleWithCount,
  usePendingCount,
  useSharedLines,
} from '../../features/queue-desk/lists/use-queues.ts';
import { FirstSteps } from '../../features/first-steps/first-steps.tsx';
import { PracticeCard } from '../../features/practice/practice-card.tsx';
import { QueueDesk } from '../../features/queue-desk/queue-desk.tsx';
import { useDeskAddress } from '../../features/queue-desk/use-desk-address.ts';
import { TeamView } from '../../features/team/team-view.tsx';
import { DoctorMonths } from '../../features/timetable/doctor-months.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useUser } from '../../session/session.ts';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ProfileView } from './hospital-profile.page.tsx';

/** Lazily loaded, so that code for staff stays out of the files that patients load. */
const DeskEarlier = fetchedPart(
  async () => (await import('../../features/earlier/desk-earlier.tsx')).DeskEarlier,
);

const HospitalReminders = lazy(async () => {
  const module = await import('../../features/appointments/desk/hospital-reminders.tsx');
  return { default: module.HospitalReminders };
});

/** Lazily loaded, because it contains the QR encoder. */
const ScreensView = lazy(async () => {
  const module = await import('../../features/screens/screens-view.tsx');
  return { default: module.ScreensView };
});

const DoctorHours = lazy(async () => {
  const module = await import('./doctor-hours.page.tsx');
  return { default: module.DoctorHours };
});
const LineHours = lazy(async () => {
  const module = await import('./line-hours.page.tsx');
  return { default: module.LineHours };
});
const LinesView = lazy(async () => {
  const module = await import('../../features/lines/lines-view.tsx');
  return { default: module.LinesView };
});

const HospitalReports = lazy(async () => {
  const module = await import('../../features/reports/hospital-reports.tsx');
  return { default: module.HospitalReports };
});

const HospitalAnalytics = lazy(async () => {
  const module = await import('../../features/analytics/hospital-analytics.tsx');
  return { default: module.HospitalAnalytics };
});
const DayReplay = lazy(async () => {
  const module = await import('../../features/replay/day-replay.tsx');
  return { default: module.DayReplay };
});
const HospitalRatings = lazy(async () => {
  const module = await import('../../features/analytics/hospital-ratings.tsx');
  return { default: module.HospitalRatings };
});
const AuditTrail = lazy(async () => {
  const module = await import('../../features/audit/audit-trail.tsx');
  return { default: module.AuditTrail };
});
const ApiKeysView = lazy(async () => {
  const module = await import('../../features/api-keys/api-keys-view.tsx');
  return { default: module.ApiKeysView };
});
const WebhooksSection = lazy(async () => {
  const module = await import('../../features/api-keys/webhooks-section.tsx');
  return { default: module.WebhooksSection };
});
const Emergencies = lazy(async () => {
  const module = await import('../../features/access/emergencies.tsx');
  return { default: module.Emergencies };
});

/**
 * The administrator's home page with its views: the medical team, the queue desk, the hospital, the
 * team [ROUTE-21, ADM-1].
 */
export function Page(): ReactNode {
  const [search] = useSearchParams();
  const hospitalId = useUser()?.hospitalId ?? '';
  const view = search.get('view');
  switch (view) {
    case 'queue':
      return <QueueView hospitalId={hospitalId} />;
    case 'hours':
      return search.has('line') ? (
        <LineHours lineId={search.get('line') ?? ''} />
      ) : (
        <DoctorHours doctorId={search.get('doctor') ?? ''} />
      );
    case 'appointments':
      return <AppointmentsView hospitalId={hospitalId} />;
    case 'reports':
      return <ReportsPage />;
    case 'profile':
      return <ProfileView />;
    case 'screens':
      return <ScreensPage hospitalId={hospitalId} />;
    case 'lines':
      return <LinesPage hospitalId={hospitalId} />;
    case 'team':
      return <TeamPage hospitalId={hospitalId} />;
    case 'analytics':
    case 'replay':
    case 'ratings':
    case 'audit':
    case 'keys':
      return <AdministrationPage view={view} hospitalId={hospitalId} />;
    default:
      return <DoctorsView hospitalId={hospitalId} />;
  }
}

const administrationViews = {
  analytics: HospitalAnalytics,
  replay: DayReplay,
  ratings: HospitalRatings,
  audit: Trail,
  keys: Keys,
};

function Trail(): ReactNode {
  return <AuditTrail emergencies={<Emergencies />} />;
}

function Keys(): ReactNode {
  return (
    <>
      <ApiKeysView />
      <WebhooksSection />
      <ProofAsker />
    </>
  );
}

function AdministrationPage({
  view,
  hospitalId,
}: {
  view: keyof typeof administrationViews;
  hospitalId: string;
}): ReactNode {
  const { administration } = useMessages('administration');
  const count = usePendingCount(hospitalId);
  usePageTitle(titleWithCount(administration.nav[view], count));
  const View = administrationViews[view];
  return <View />;
}

function AppointmentsView({ hospitalId }: { hospitalId: string }): ReactNode {
  const { appointments } = useMessages('appointments');
  const count = usePendingCount(hospitalId);
  usePageTitle(titleWithCount(appointments.dayTitle, count));
  return (
    <HospitalDay
      {...useDayAddress()}
      earlier={
        <Suspense fallback={<Skeleton className="h-12" />}>
          <DeskEarlier
            lineHref={(doctorId) => `/hospital/dashboard?view=queue&doctor=${doctorId}&tab=queue`}
          />
        </Suspense>
      }
    >
      <DoctorMonths dayHref={(date) => `/hospital/dashboard?view=appointments&date=${date}`} />
      <Suspense fallback={<Skeleton className="h-48" />}>
        <HospitalReminders />
      </Suspense>
    </HospitalDay>
  );
}

function ReportsPage(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const count = usePendingCount(useUser()?.hospitalId ?? '');
  usePageTitle(titleWithCount(queueDesk.nav.reports, count));
  return <HospitalReports />;
}

function DoctorsView({ hospitalId }: { hospitalId: string }): ReactNode {
  const { doctors } = useMessages('doctors');
  const count = usePendingCount(hospitalId);
  usePageTitle(titleWithCount(doctors.title, count));
  return (
    <>
      <RebookingNotice className="mb-5" />
      <FirstSteps hospitalId={hospitalId} after={<PracticeCard />} />
      <MedicalTeam
        queueHref={(id) => `/hospital/dashboard?view=queue&doctor=${id}&tab=queue`}
        hoursHref={(id) => `/hospital/dashboard?view=hours&doctor=${id}`}
      />
    </>
  );
}

function TeamPage({ hospitalId }: { hospitalId: string }): ReactNode {
  const { team } = useMessages('team');
  const count = usePendingCount(hospitalId);
  usePageTitle(titleWithCount(team.title, count));
  return (
    <>
      <TeamView reportReaders={<ReportReaders />} />
      <PracticeCard />
      <ProofAsker />
    </>
  );
}

function LinesPage({ hospitalId }: { hospitalId: string }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const count = usePendingCount(hospitalId);
  usePageTitle(titleWithCount(queueDesk.nav.lines, count));
  return <LinesView countersHref="/staff/counter" />;
}

function ScreensPage({ hospitalId }: { hospitalId: string }): ReactNode {
  const { screens } = useMessages('screens');
  const count = usePendingCount(hospitalId);
  usePageTitle(titleWithCount(screens.title, count));
  return <ScreensView />;
}

function QueueView({ hospitalId }: { hospitalId: string }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  useSharedLines();
  const count = usePendingCount(hospitalId);
  usePageTitle(titleWithCount(queueDesk.title, count));
  return (
    <DeskProvider>
      <QueueDesk
        hospitalId={hospitalId}
        doctorsHref="/hospital/dashboard?view=doctors"
        {...useDeskAddress()}
      />
    </DeskProvider>
  );
}
