import {
  Building2,
  CalendarDays,
  ChartColumn,
  FileText,
  History,
  KeyRound,
  ListOrdered,
  MonitorPlay,
  ScrollText,
  Star,
  Stethoscope,
  Users,
  Waypoints,
} from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { unseenEmergenciesQuery } from '../../api/queries/access-queries.ts';
import { usePendingCount } from '../../features/queue-desk/lists/use-queues.ts';
import { usePendingApplications } from '../../features/team/use-pending-applications.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { StaffShell } from './staff-shell.tsx';

/** The layout of an administrator's pages, with the administrator's sidebar [ADM-1]. */
export function Layout({ children }: { children: ReactNode }): ReactNode {
  const { queueDesk, team, administration, screens } = useMessages(
    'queueDesk',
    'team',
    'administration',
    'screens',
  );
  const { data: unseen = 0 } = useQuery(unseenEmergenciesQuery());
  const count = usePendingCount(useUser()?.hospitalId ?? '');
  const applications = usePendingApplications();
  return (
    <StaffShell
      heading={queueDesk.hospitalArea}
      items={[
        { href: '/hospital/dashboard', label: queueDesk.nav.doctors, icon: Stethoscope },
        {
          href: '/hospital/dashboard?view=queue',
          label: queueDesk.nav.queue,
          icon: ListOrdered,
          count,
          countLabel: queueDesk.requests(count),
        },
        {
          href: '/hospital/dashboard?view=appointments',
          label: queueDesk.nav.appointments,
          icon: CalendarDays,
        },
        {
          href: '/hospital/dashboard?view=reports',
          label: queueDesk.nav.reports,
          icon: FileText,
        },
        {
          href: '/hospital/dashboard?view=profile',
          label: queueDesk.nav.hospitalProfile,
          icon: Building2,
          alsoUnder: ['/hospital/profile'],
        },
        {
          href: '/hospital/dashboard?view=lines',
          label: queueDesk.nav.lines,
          icon: Waypoints,
        },
        {
          href: '/hospital/dashboard?view=screens',
          label: screens.nav,
          icon: MonitorPlay,
        },
        {
          href: '/hospital/dashboard?view=team',
          label: queueDesk.nav.team,
          icon: Users,
          count: applications,
          countLabel: team.requestCount(applications),
        },
        {
          href: '/hospital/dashboard?view=analytics',
          label: administration.nav.analytics,
          icon: ChartColumn,
        },
        {
          href: '/hospital/dashboard?view=replay',
          label: administration.nav.replay,
          icon: History,
        },
        {
          href: '/hospital/dashboard?view=ratings',
          label: administration.nav.ratings,
          icon: Star,
        },
        {
          href: '/hospital/dashboard?view=audit',
          label: administration.nav.audit,
          icon: ScrollText,
          count: unseen,
          countLabel: administration.unseenEmergencies(unseen),
        },
        {
          href: '/hospital/dashboard?view=keys',
          label: administration.nav.keys,
          icon: KeyRound,
        },
      ]}
    >
      {children}
    </StaffShell>
  );
}
