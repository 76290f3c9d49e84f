import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { StaffShell } from './staff-shell.tsx';

/** The doctor's sidebar [DOC-1]. */
export function Layout(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const doctorId = useUser()?.doctorId ?? '';
  return (
    <StaffShell
      heading={queueDesk.doctorArea}
      items={[{ href: `/doctor/view/${doctorId}`, label: queueDesk.nav.myQueue, icon: UserRound }]}
    />
  );
}
