import type { ReactNode } from 'react';
import { usePageTitle } from '../../navigation/page-title.ts';
import { HospitalProfile } from '../../features/hospital-profile/hospital-profile.tsx';
import { titleWithCount, usePendingCount } from '../../features/queue-desk/lists/use-queues.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';

/** The hospital's profile, at its own address [ROUTE-19]. */
export function Page(): ReactNode {
  return <ProfileView />;
}

export function ProfileView(): ReactNode {
  const { hospitalProfile } = useMessages('hospitalProfile');
  const count = usePendingCount(useUser()?.hospitalId ?? '');
  usePageTitle(titleWithCount(hospitalProfile.title, count));
  return <HospitalProfile />;
}
