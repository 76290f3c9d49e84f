import { CalendarDays, FileText, LayoutDashboard, ListOrdered, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePendingCount } from '../../features/queue-desk/lists/use-queues.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { ownQueueItem } from './own-queue-item.ts';
import { StaffShell } from './staff-shell.tsx';

/** The layout of the staff's pages, with the staff's sidebar [STAFF-1]. */
export function Layout({ children }: { children: ReactNode }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const user = useUser();
  const hospitalId = user?.hospitalId ?? '';
  const count = usePendingCount(hospitalId);
  return (
    <StaffShell
      heading={queueDesk.staffArea}
      items={[
        ...ownQueueItem(user, queueDesk.nav.myQueue),
        { href: '/staff/dashboard', label: queueDesk.nav.dashboard, icon: LayoutDashboard },
        {
          href: `/staff/queue/${hospitalId}`,
          label: queueDesk.nav.queue,
          icon: ListOrdered,
          count,
          countLabel: queueDesk.requests(count),
        },
        {
          href: '/staff/counter',
          label: queueDesk.nav.counters,
          icon: Store,
          alsoUnder: ['/staff/counter/'],
        },
        {
          href: '/staff/dashboard?view=appointments',
          label: queueDesk.nav.appointments,
          icon: CalendarDays,
        },
        {
          href: '/staff/dashboard?view=reports',
          label: queueDesk.nav.reports,
          icon: FileText,
        },
      ]}
    >
      {children}
    </StaffShell>
  );
}
