import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { serverNow } from '../../clock/clock.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { usePractice } from './use-practice.ts';

/**
 * Stands above every page of a practice hospital: nothing there is real, when it ends, and the ways
 * out of it [ADM-1].
 */
export function PracticeBand({
  practice,
}: {
  practice: NonNullable<SignedInUser['practice']>;
}): ReactNode {
  const { practice: t, common } = useMessages('practice');
  const { doing, problem, change, leave } = usePractice();
  const [asked, setAsked] = useState<'restart' | 'end'>();
  const isBusy = doing !== undefined;
  const ends = useEndText(practice);
  useEnd(practice.endsAt, () => leave(practice.homeId));
  return (
    <Notice tone="warning" title={t.nothingReal} className="mb-6 print:block">
      <p>{ends}</p>
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        <Button size="small" disabled={isBusy} onClick={() => setAsked('restart')}>
          {t.restart}
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => leave(practice.homeId)}>
          {t.leave}
        </Button>
        <Button size="small" variant="quiet" disabled={isBusy} onClick={() => setAsked('end')}>
          {t.end}
        </Button>
      </div>
      {problem !== undefined && (
        <p role="alert" className="mt-3 font-medium">
          {problem}
        </p>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(undefined)}
          title={asked === 'end' ? t.endTitle : t.restartTitle}
          description={asked === 'end' ? t.endText : t.restartText}
          confirmLabel={asked === 'end' ? t.end : t.restart}
          cancelLabel={common.cancel}
          tone={asked === 'end' ? 'danger' : 'primary'}
          onConfirm={() => {
            change(asked);
            setAsked(undefined);
          }}
        />
      )}
    </Notice>
  );
}

/** Calls `onEnd` once the practice hospital has ended, so that no page of it stays open. */
function useEnd(endsAt: string, onEnd: () => void): void {
  const atEnd = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => atEnd(), Math.max(0, Date.parse(endsAt) - serverNow()));
    return () => clearTimeout(timer);
  }, [endsAt]);
}

/** When the practice hospital is deleted, as a time of today or tomorrow. */
function useEndText({ endsAt, timeZone }: NonNullable<SignedInUser['practice']>): string {
  const { practice: t } = useMessages('practice');
  const format = useFormat();
  const time = format.time(endsAt, timeZone);
  const isToday = format.date(endsAt, timeZone) === format.date(serverNow(), timeZone);
  return isToday ? t.endsToday(time) : t.endsTomorrow(time);
}
