import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { UserRound } from 'lucide-react';
import type { SidebarItem } from './sidebar-shell.tsx';

/** The sidebar item for the user's own queue as a doctor; undefined for everybody else [DOC-2]. */
export function ownQueueItem(
  user: Pick<SignedInUser, 'doctorId'> | null,
  label: string,
): SidebarItem[] {
  if (user === null || user.doctorId === null) return [];
  return [{ href: `/doctor/view/${user.doctorId}`, label, icon: UserRound }];
}
