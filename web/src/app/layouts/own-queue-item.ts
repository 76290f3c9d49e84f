import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { UserRound } from 'lucide-react';
import type { SidebarItem } from './sidebar-shell.tsx';

/** The way to the own queue, for whoever is a doctor besides: none for all others [DOC-2]. */
export function ownQueueItem(
  user: Pick<SignedInUser, 'doctorId'> | null,
  label: string,
): SidebarItem[] {
  if (user === null || user.doctorId === null) return [];
  return [{ href: `/doctor/view/${user.doctorId}`, label, icon: UserRound }];
}
