import { approvalNote } from '@baari/contract/constants.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';

/** A note as staff read it: the one that an approval writes is in their own language [ADM-6, ENT-9]. */
export function NoteText({ note }: { note: string }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return <bdi>{note === approvalNote ? queueDesk.approvedByStaff : note}</bdi>;
}
