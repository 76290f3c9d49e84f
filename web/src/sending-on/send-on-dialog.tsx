import { type NextStop, nextReasons, sendOn } from '@baari/contract/journey.ts';
import type { StaffEntry } from '@baari/contract/queue.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { nextStopsQuery } from '../api/line-queries.ts';
import { queueRoot } from '../api/queries.ts';
import { TryAgain } from '../api/try-again.tsx';
import { useProblemText } from '../api/use-problem-text.ts';
import { useWrite } from '../api/use-write.ts';
import { useMessages } from '../i18n/language.tsx';
import { useMedicalName } from '../i18n/use-medical-name.ts';
import { takeIn } from '../live/queue-cache.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { LoadingRegion, Skeleton } from '../ui/skeleton.tsx';
import { SearchField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { offerSentOn } from './sent-on.store.ts';

/** More lines than this are searched rather than looked through. */
const seenAtOnce = 8;

/** Where somebody goes next: a tap on a line sends there, planned and usual ones first [LINE-3]. */
export function SendOnDialog({
  entry,
  onClose,
  onSent,
}: {
  entry: StaffEntry;
  onClose: () => void;
  /** Once it is done, before anything is read again. */
  onSent?: (() => void) | undefined;
}): ReactNode {
  const t = useMessages('counter').counter.sendingOn;
  const problemText = useProblemText();
  const client = useQueryClient();
  const query = useQuery(nextStopsQuery(entry.id));
  const [comesBack, setComesBack] = useState(false);
  const isServed = entry.status === 'in_progress';
  const name = entry.patient.fullName;
  const write = useWrite(sendOn, {
    onSuccess: ({ queue }) => {
      takeIn(client, { type: 'queue_updated', data: queue });
      onSent?.();
      if (isServed) offerSentOn(queue);
      else toast({ type: 'success', title: t.sent(name, queue.doctor.name) });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: queueRoot }),
  });
  function send(lineId: string): void {
    if (write.isPending) return;
    write.mutate({
      params: { id: entry.id },
      // Who is served is sent on once in any case; who waits could be sent after a colleague did.
      query: isServed ? {} : { seen: entry.queueVersion },
      body: { lineId, comesBack: isServed && comesBack },
    });
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !write.isPending && onClose()}
      title={t.title(name)}
      description={t.lead}
      footer={
        <Button onClick={onClose} disabled={write.isPending}>
          {t.cancel}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {write.error && <Notice tone="danger">{problemText(write.error, t.refused)}</Notice>}
        {isServed && (
          <Checkbox
            label={t.comesBack}
            hint={t.comesBackHint}
            checked={comesBack}
            onChange={({ target }) => setComesBack(target.checked)}
          />
        )}
        {query.isPending && (
          <LoadingRegion label={t.loading} className="flex flex-col gap-2">
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-12 w-full" />
          </LoadingRegion>
        )}
        {query.isError && !query.data && (
          <Notice tone="danger" title={t.failed} action={<TryAgain query={query} />}>
            {problemText(query.error, t.failed)}
          </Notice>
        )}
        {query.data && (
          <Stops
            stops={query.data}
            sendingTo={write.isPending ? write.variables.body.lineId : undefined}
            onSend={send}
          />
        )}
      </div>
    </Dialog>
  );
}

function Stops({
  stops,
  sendingTo,
  onSend,
}: {
  stops: readonly NextStop[];
  sendingTo: string | undefined;
  onSend: (lineId: string) => void;
}): ReactNode {
  const t = useMessages('counter').counter.sendingOn;
  const [sought, setSought] = useState('');
  const wanted = sought.trim().toLocaleLowerCase();
  const found = stops.filter(({ name, department }) =>
    `${name} ${department ?? ''}`.toLocaleLowerCase().includes(wanted),
  );
  if (stops.length === 0) return <p className="text-ink-soft">{t.none}</p>;
  return (
    <>
      {stops.length > seenAtOnce && (
        <SearchField label={t.search} value={sought} onChange={setSought} />
      )}
      {found.length === 0 && <p className="text-ink-soft">{t.nothingFound}</p>}
      {nextReasons.map((why) => {
        const group = found.filter((stop) => stop.why === why);
        if (group.length === 0) return null;
        return (
          <section key={why} aria-label={t[why]} className="flex flex-col gap-2">
            <h3 className="text-sm font-semibold text-ink-soft">{t[why]}</h3>
            <ul className="flex flex-col gap-2">
              {group.map((stop) => (
                <li key={stop.lineId}>
                  <StopButton
                    stop={stop}
                    isLikely={why !== 'other'}
                    isBusy={sendingTo === stop.lineId}
                    onSend={() => onSend(stop.lineId)}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function StopButton({
  stop,
  isLikely,
  isBusy,
  onSend,
}: {
  stop: NextStop;
  isLikely: boolean;
  isBusy: boolean;
  onSend: () => void;
}): ReactNode {
  const t = useMessages('counter').counter.sendingOn;
  const medicalName = useMedicalName();
  const { name, department, isOpen, waiting } = stop;
  return (
    <button
      type="button"
      disabled={!isOpen}
      aria-disabled={isBusy || undefined}
      className={classNames(
        'flex min-h-12 w-full flex-wrap items-center justify-between gap-x-3 rounded-control border px-4 py-2 text-left transition-colors disabled:opacity-55 aria-disabled:opacity-80',
        isLikely
          ? 'border-primary bg-primary-soft enabled-look:hover:border-control-line'
          : 'border-control-line/60 bg-surface enabled-look:hover:bg-sunken',
      )}
      onClick={onSend}
    >
      <span className="min-w-0 font-semibold wrap-anywhere text-ink">
        {name}
        {department !== null && department !== name && (
          <span className="font-normal text-ink-soft">{` · ${medicalName(department)}`}</span>
        )}
      </span>
      <span className="text-sm text-ink-soft tabular-nums">
        {isBusy ? t.sending : isOpen ? t.waiting(waiting) : t.closed}
      </span>
    </button>
  );
}
