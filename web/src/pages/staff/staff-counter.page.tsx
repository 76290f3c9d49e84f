import type { SignedInUser } from '@baari/contract/account/identity.ts';
import type { ServicePoint } from '@baari/contract/lines/shared-line.ts';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { usePageTitle } from '../../navigation/page-title.ts';
import { CounterChooser } from '../../features/counter/counter-chooser.tsx';
import { CounterScreen } from '../../features/counter/counter-screen.tsx';
import { titleWithCount, usePendingCount } from '../../features/queue-desk/lists/use-queues.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';

/**
 * Staff choose a service point and work at it; the server allows only their own hospital [LINE-2].
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
 * Whether the user may serve a point. A counter is for the desk or its assigned staff, or for the
 * person who opened it; a doctor's point only for that doctor. The server checks it as well.
 */
function mayServe({ doctor, staff, by }: ServicePoint, user: SignedInUser | null): boolean {
  if (user?.role === 'hospital_admin') return true;
  if (doctor !== null) return doctor.id === user?.doctorId;
  if (user?.role !== 'receptionist') return false;
  return staff.length === 0 || [...staff, by].some((each) => each?.id === user.id);
}
