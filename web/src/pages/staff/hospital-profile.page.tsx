import type { ReactNode } from 'react';
import { RebookingNotice } from '../../features/appointments/rebooking/rebooking-notice.tsx';
import { HospitalProfile } from '../../features/hospital-profile/hospital-profile.tsx';
import { PracticeCard } from '../../features/practice/practice-card.tsx';
import { titleWithCount, usePendingCount } from '../../features/queue-desk/lists/use-queues.ts';
import { useMessages } from '../../i18n/language.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useUser } from '../../session/session.ts';

/** The page with the hospital's profile, for administrators, at a URL of its own [ROUTE-19]. */
export function Page(): ReactNode {
  return <ProfileView />;
}

export function ProfileView(): ReactNode {
  const { hospitalProfile } = useMessages('hospitalProfile');
  const count = usePendingCount(useUser()?.hospitalId ?? '');
  usePageTitle(titleWithCount(hospitalProfile.title, count));
  return (
    <>
      <RebookingNotice className="mb-5" />
      <HospitalProfile />
      <PracticeCard />
    </>
  );
}
