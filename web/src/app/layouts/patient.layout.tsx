import { CircleUserRound, FileText, Hospital, ListOrdered } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { TurnWatch } from '../../features/patient-queue/place/turn-watch.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { usePlace } from '../../navigation/navigation.tsx';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import { signOut, useUser } from '../../session/session.ts';
import { displayName } from '../../session/user.ts';
import { AccountLanguage } from '../visitor/account-language.tsx';
import { StoredPreferences } from '../visitor/stored-preferences.tsx';
import { SidebarShell } from './sidebar-shell.tsx';

/**
 * Keeps the device's push subscription current. Loaded only in a browser that may show notifications.
 */
const DeviceKeeper = fetchedPart(
  async () => (await import('../../features/notifications/device-keeper.tsx')).DeviceKeeper,
);

const profilePath = '/patient/dashboard?view=profile';

/**
 * The layout of a patient's pages; it stays mounted while the pages inside it change [PAT-1,
 * ROUTE-28].
 */
export function Layout({ children }: { children: ReactNode }): ReactNode {
  const { patientQueue: t, common } = useMessages('patientQueue');
  const user = useUser();
  const { pathname, search } = usePlace();
  if (!user) return null;
  const isQueueView = new URLSearchParams(search).get('view') === 'queue';
  const isReportsView = new URLSearchParams(search).get('view') === 'reports';
  const isReportsOfHospital = pathname.endsWith('/reports') && pathname !== '/patient/reports';
  const isQueueOfHospital = pathname.endsWith('/queue');
  return (
    <SidebarShell
      heading={t.areaName}
      items={[
        {
          href: '/patient/dashboard',
          label: t.navBrowse,
          icon: Hospital,
          alsoUnder:
            isQueueOfHospital || isReportsOfHospital
              ? []
              : ['/patient/hospital/', '/patient/doctor/'],
        },
        {
          // The queue screen has three addresses, and the sidebar marks this item as current at
          // each of them.
          href: isQueueView ? '/patient/dashboard?view=queue' : '/patient/queue',
          label: t.navQueue,
          icon: ListOrdered,
          alsoUnder: isQueueOfHospital ? [pathname] : [],
        },
        {
          href: isReportsView ? '/patient/dashboard?view=reports' : '/patient/reports',
          label: t.navReports,
          icon: FileText,
          alsoUnder: isReportsOfHospital ? [pathname] : [],
        },
        { href: profilePath, label: t.navProfile, icon: CircleUserRound },
      ]}
      user={{ displayName: displayName(user, common.namelessAs), profilePath }}
      onLogout={() => void signOut()}
    >
      <AccountLanguage userId={user.id} />
      <StoredPreferences key={user.id} userId={user.id} />
      <TurnWatch />
      {mayNotify() && (
        <Suspense fallback={null}>
          <DeviceKeeper />
        </Suspense>
      )}
      {/* On a phone the last button of a page can be scrolled clear of a toast. */}
      <div className="max-sm:pb-32">{children}</div>
    </SidebarShell>
  );
}

function mayNotify(): boolean {
  return !import.meta.env.SSR && 'Notification' in window && Notification.permission === 'granted';
}
