import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { usePageTitle } from '../../navigation/page-title.ts';
import { DeskProvider } from '../../features/queue-desk/desk.tsx';
import { StaffDesk } from '../../features/queue-desk/staff-desk.tsx';
import { useDeskAddress } from '../../features/queue-desk/use-desk-address.ts';
import {
  titleWithCount,
  usePendingCount,
  useSharedLines,
} from '../../features/queue-desk/lists/use-queues.ts';
import { useMessages } from '../../i18n/language.tsx';

/** The staff's queue page [ROUTE-22]; the server allows only their own hospital. */
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
