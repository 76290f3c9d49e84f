import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { DeskProvider } from '../../features/queue-desk/desk.tsx';
import {
  titleWithCount,
  usePendingCount,
  useSharedLines,
} from '../../features/queue-desk/lists/use-queues.ts';
import { StaffDesk } from '../../features/queue-desk/staff-desk.tsx';
import { useDeskAddress } from '../../features/queue-desk/use-desk-address.ts';
import { useMessages } from '../../i18n/language.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';

/** The queue page for staff [ROUTE-22]. The server allows only the queue of their own hospital. */
export function Page(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { hospitalId = '' } = useParams();
  useSharedLines();
  const count = usePendingCount(hospitalId);
  usePageTitle(titleWithCount(queueDesk.title, count));
  return (
    <DeskProvider>
      <StaffDesk hospitalId={hospitalId} {...useDeskAddress()} />
    </DeskProvider>
  );
}
