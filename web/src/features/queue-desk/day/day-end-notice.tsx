import type { DayEnd } from '@baari/contract/hospital/day-end.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { serverNow } from '../../../clock/clock.ts';
import { dayEndQuery } from '../../../api/queries/day-end-query.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { openIn } from './open-of-day.ts';
import { UndoClosing } from '../undo-closing.tsx';

/** Lazily loaded, because it is opened once a day. */
const CloseDayDialog = fetchedDialog(
  async () => (await import('./close-day-dialog.tsx')).CloseDayDialog,
);

const minuteMs = 60_000;
/** How long in ms before the set end of the day the desk is warned. */
const aheadMs = 30 * minuteMs;
const lookEveryMs = 10 * minuteMs;
/**
 * The delay in ms before this notice loads its data, so that the page's own requests come first.
 */
const restMs = 45_000;

/**
 * Shortly before the set end of the day, shows the desk which queue entries will be closed.
 * Afterwards asks about consultations that are still open [DAY-1]. A loading error is shown only in
 * the dialog.
 */
export function DayEndNotice({ mayConsult }: { mayConsult: boolean }): ReactNode {
  const { dayEnd: t } = useMessages('dayEnd');
  const format = useFormat();
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  const { data: day } = useQuery({
    ...dayEndQuery(),
    enabled: isRested,
    refetchInterval: ({ state }) =>
      noticeOf(state.data, serverNow()) === undefined ? lookEveryMs : minuteMs,
  });
  const notice = noticeOf(day, now);
  return (
    <>
      {day !== undefined && <UndoClosing day={day} className="mb-5" />}
      {day !== undefined && notice !== undefined && (
        <Notice
          tone="warning"
          className="mb-5"
          title={
            notice.endsAt === undefined
              ? t.stillInside(notice.count)
              : t.endsSoon(notice.count, format.time(notice.endsAt, day.timeZone))
          }
          action={
            <Button size="small" onClick={() => setOpen(true)}>
              {t.look}
            </Button>
          }
        />
      )}
      {isOpen && <CloseDayDialog mayConsult={mayConsult} onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * The number of queue entries that will be closed soon, and the time. After the end of the day: the
 * number of consultations that are still open, without a time.
 */
function noticeOf(
  day: DayEnd | undefined,
  now: number,
): { readonly count: number; readonly endsAt?: string } | undefined {
  if (day === undefined) return undefined;
  const { nextAt } = day;
  const open = openIn(day);
  if (nextAt !== null && Date.parse(nextAt) - now <= aheadMs && open > 0) {
    return { count: open, endsAt: nextAt };
  }
  const count = day.doctors.filter(({ inside }) => inside?.isOverEnd === true).length;
  return count > 0 ? { count } : undefined;
}
