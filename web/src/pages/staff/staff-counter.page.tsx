import type { SignedInUser } from '@baari/contract/account/identity.ts';
import type { ServicePoint } from '@baari/contract/lines/shared-line.ts';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { CounterChooser } from '../../features/counter/counter-chooser.tsx';
import { CounterScreen } from '../../features/counter/counter-screen.tsx';
import { titleWithCount, usePendingCount } from '../../features/queue-desk/lists/use-queues.ts';
import { useMessages } from '../../i18n/language.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useUser } from '../../session/session.ts';

/**
 * The page on which staff choose a service point and serve patients at that point. The server
 * allows only service points of their own hospital [LINE-2].
 */
export function Page(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { pointId } = useParams();
  const user = useUser();
  const count = usePendingCount(user?.hospitalId ?? '');
  usePageTitle(titleWithCount(queueDesk.nav.counters, count));
  if (pointId !== undefined) {
    return <CounterScreen key={pointId} pointId={pointId} chooserHref={chooserPath} />;
  }
  return (
    <CounterChooser
      hrefOf={(point) => (mayServe(point, user) ? `${chooserPath}/${point.id}` : undefined)}
      setUpHref={user?.role === 'hospital_admin' ? '/hospital/dashboard?view=lines' : undefined}
    />
  );
}

const chooserPath = '/staff/counter';

/**
 * Whether the user may serve patients at a service point. A doctor's point is only for that doctor;
 * a counter is for the desk, its assigned staff, or the person who opened it. The server checks
 * this as well.
 */
function mayServe({ doctor, staff, by }: ServicePoint, user: SignedInUser | null): boolean {
  if (user?.role === 'hospital_admin') return true;
  if (doctor !== null) return doctor.id === user?.doctorId;
  if (user?.role !== 'receptionist') return false;
  return staff.length === 0 || [...staff, by].some((each) => each?.id === user.id);
}
