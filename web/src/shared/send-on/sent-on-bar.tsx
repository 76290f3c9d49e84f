import { undoSendOn } from '@baari/contract/lines/journey.ts';
import { transferEntry } from '@baari/contract/queue/queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { queueRoot } from '../../api/queries/queries.ts';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { isWindowOpen } from '../../ui/dialog/window-open.ts';
import {
  pauseSentOn,
  resumeSentOn,
  type SentOn,
  takesBackBy,
  useSentOn,
  withdrawSentOn,
} from './sent-on.store.ts';

interface SentOnBarProps {
  readonly hotkey?: string;
  /** Whether the screen itself handles the undo key by calling `takeBackSentOn`. */
  readonly isHeardElsewhere?: boolean;
  /**
   * Whether the screen shows the undo of a later action in the same area. This bar is then hidden.
   */
  readonly isCovered?: boolean;
}

/**
 * A bar that says for ten seconds which patient was forwarded to which line, and offers an undo.
 * Some screens also have a key for the undo [LINE-3].
 */
export function SentOnBar({
  hotkey,
  isHeardElsewhere = false,
  isCovered = false,
}: SentOnBarProps): ReactNode {
  const t = useMessages('counter').counter.sendingOn;
  const client = useQueryClient();
  const sent = useSentOn();
  const undo = useSubmit(undoSendOn, {
    failed: t.undoFailed,
    onSuccess: ({ queue }) => toast({ type: 'success', title: t.undone(queue.patient.fullName) }),
    onSettled: () => {
      withdrawSentOn();
      return client.invalidateQueries({ queryKey: queueRoot });
    },
  });
  // A pending request has no place in line yet, so the undo transfers the request back to the
  // previous doctor.
  const askBack = useSubmit(transferEntry, {
    failed: t.undoFailed,
    onSuccess: ({ queue }) => toast({ type: 'success', title: t.undone(queue.patient.fullName) }),
    onSettled: () => {
      withdrawSentOn();
      return client.invalidateQueries({ queryKey: queueRoot });
    },
  });
  const isPending = undo.isPending || askBack.isPending;
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (isHeardElsewhere) return;
    const isOther = event.key !== hotkey || event.ctrlKey || event.metaKey || event.altKey;
    if (sent === undefined || isPending || isOther || event.repeat || isWindowOpen()) return;
    event.preventDefault();
    takeBack(sent);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => hear(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  const takeUp = useEffectEvent((last: SentOn) => {
    if (!isPending) takeBack(last);
  });
  useEffect(() => takesBackBy((last) => takeUp(last)), []);
  function takeBack({ to, hasWaited }: SentOn): void {
    if (to.status === 'pending_approval' && to.moved !== null) {
      const body = { doctorId: to.moved.fromId };
      askBack.mutate({ params: { id: to.id }, query: { seen: to.queueVersion }, body });
      return;
    }
    // For a waiting patient, the version number prevents that the undo also reverts a colleague's
    // later action.
    const query = hasWaited ? { seen: to.queueVersion } : {};
    undo.mutate({ params: { id: to.id }, query });
  }
  // If the bar is hidden while the pointer is over it, no pointerleave event comes. So the timer is
  // restarted here.
  useEffect(() => {
    if (isCovered) resumeSentOn();
  }, [isCovered]);
  if (sent === undefined || isCovered) return null;
  const { to } = sent;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pauses the timer while it is read
    <section
      aria-label={t.sentLabel}
      onPointerEnter={pauseSentOn}
      onPointerLeave={resumeSentOn}
      onFocus={pauseSentOn}
      onBlur={resumeSentOn}
      className="fixed inset-x-3 bottom-[calc(max(0.75rem,env(safe-area-inset-bottom))+var(--action-bar,0px))] z-40 mx-auto flex w-fit max-w-full items-center gap-3 rounded-card border border-line bg-surface py-2 pe-2 ps-4 shadow-lg print:hidden"
    >
      <p role="status" className="min-w-0 text-[0.9375rem] wrap-anywhere text-ink">
        {t.sent(to.patient.fullName, to.doctor.name)}
      </p>
      <Button
        size="small"
        icon={<Undo2 aria-hidden="true" />}
        {...(hotkey !== undefined && {
          'aria-keyshortcuts': hotkey,
          iconAfter: (
            <span aria-hidden="true" className="hidden pointer-fine:inline">
              <Kbd>{hotkey}</Kbd>
            </span>
          ),
        })}
        busy={isPending}
        onClick={() => takeBack(sent)}
      >
        {t.undo}
      </Button>
    </section>
  );
}
