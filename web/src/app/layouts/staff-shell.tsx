import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { ownHospitalQuery } from '../../api/queries/queries.ts';
import { OwnVerificationNotice } from '../../features/hospital-profile/standing-notice.tsx';
import { RequestAlerts } from '../../features/queue-desk/request-alerts/request-alerts.tsx';
import { LateAlertBand } from '../../shared/answer-summary/late-answers.tsx';
import { useLiveStream } from '../../live/use-live.ts';
import { usePlace } from '../../navigation/navigation.tsx';
import { signOut, useUser } from '../../session/session.ts';
import { displayName } from '../../session/user.ts';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import { AccountLanguage } from '../visitor/account-language.tsx';
import { type SidebarItem, SidebarShell } from './sidebar-shell.tsx';

const HospitalSwitch = fetchedPart(
  async () => (await import('../../features/identity/hospital-switch.tsx')).HospitalSwitch,
);

const PracticeBand = fetchedPart(
  async () => (await import('../../features/practice/practice-band.tsx')).PracticeBand,
);

const PracticeExercises = fetchedPart(
  async () => (await import('../../features/practice/practice-exercises.tsx')).PracticeExercises,
);

/**
 * The layout of the pages of everyone who works at a hospital, with live events and request alerts
 * [EV-9, EV-10].
 */
export function StaffShell({
  heading,
  items,
  children,
}: {
  /** The heading that is shown until the hospital's name has loaded. */
  heading: string;
  items: readonly SidebarItem[];
  children: ReactNode;
}): ReactNode {
  const user = useUser();
  const hospital = useQuery(ownHospitalQuery());
  const { pathname, search } = usePlace();
  const isDesk =
    pathname.startsWith('/staff/queue/') || new URLSearchParams(search).get('view') === 'queue';
  useLiveStream();
  if (!user) return null;
  return (
    <SidebarShell
      heading={hospital.data?.name ?? heading}
      items={items}
      user={{ displayName: displayName(user), profilePath: '/profile' }}
      onLogout={() => void signOut()}
      {...(user.worksAtSeveral && {
        above: (
          <Suspense fallback={null}>
            <HospitalSwitch />
          </Suspense>
        ),
      })}
    >
      {user.practice && (
        <Suspense fallback={null}>
          <PracticeBand practice={user.practice} />
          {isDesk && user.hospitalId !== null && <PracticeExercises hospitalId={user.hospitalId} />}
        </Suspense>
      )}
      <AccountLanguage userId={user.id} />
      <RequestAlerts />
      <LateAlertBand />
      <Suspense fallback={null}>
        <OwnVerificationNotice where="everywhere" />
      </Suspense>
      {children}
    </SidebarShell>
  );
}
