import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rebookingCountQuery } from './rebooking-queries.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { RebookingButton } from './rebooking-button.tsx';

/**
 * Says how many bookings no longer fit the doctors' hours after a change, with the button to move
 * these bookings [APPT-1, DOC-1].
 */
export function RebookingNotice({ className }: { className: string }): ReactNode {
  const { rebooking: t } = useMessages('rebooking');
  const { data } = useQuery(rebookingCountQuery());
  if (!data || data.count === 0) return null;
  const { count } = data;
  return (
    <Notice
      tone="warning"
      title={data.hasMore ? t.fitsNoMoreMany(count) : t.fitsNoMore(count)}
      action={<RebookingButton doctorId={undefined} />}
      className={className}
    >
      {t.fitsNoMoreLead}
    </Notice>
  );
}
