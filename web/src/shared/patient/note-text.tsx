import { approvalNote } from '@baari/contract/constants.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';

/**
 * A staff note about a patient. The standard note of an approval is translated; other notes stay as
 * written [ADM-6, ENT-9].
 */
export function NoteText({ note }: { note: string }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return <bdi>{note === approvalNote ? queueDesk.approvedByStaff : note}</bdi>;
}
