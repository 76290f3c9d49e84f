import type { Counter } from '@baari/contract/lines/counter.ts';
import { undoSendingKey } from '@baari/contract/queue/desk-keys.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { Pause, Play, Power } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from '../../api/problems/problem.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useLive } from '../../live/use-live.ts';
import { type Onward, OnwardDialog } from '../../shared/send-on/onward-dialog.tsx';
import { SentOnBar } from '../../shared/send-on/sent-on-bar.tsx';
import { VitalsWindow } from '../../shared/vitals/vitals-window.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { LiveBadge } from '../../ui/feedback/live-badge.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useCounterKeys } from './counter-keys.ts';
import { CounterLine } from './counter-line.tsx';
import { AtPoint } from './at-point.tsx';
import { PointStateBadge } from './point-state-badge.tsx';
import { type CounterWork, useCounter, useCounterWork } from './use-counter.ts';

/** The screen with which staff work at one service point, for a tablet and a keyboard [LINE-2]. */
export function CounterScreen({
  pointId,
  chooserHref,
}: {
  pointId: string;
  chooserHref: string;
}): ReactNode {
  const { counter: t } = useMessages('counter');
  const problemText = useProblemText();
  const live = useLive();
  const query = useCounter(pointId, { isLive: live.state === 'live' });
  if (query.data) return <Work counter={query.data} chooserHref={chooserHref} />;
  if (query.isPending) {
    return (
      <LoadingRegion label={t.reading}>
        <div className="flex flex-col gap-5">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-40 w-full rounded-card" />
          <Skeleton className="h-40 w-full rounded-card" />
        </div>
      </LoadingRegion>
    );
  }
  const isGone = query.error instanceof ApiProblem && query.error.status === 404;
  return (
    <ErrorState
      headingLevel={1}
      title={isGone ? t.goneTitle : t.readFailed}
      description={isGone ? t.gone : problemText(query.error, t.readFailed)}
      action={
        isGone ? (
          <ButtonLink href={chooserHref}>{t.allCounters}</ButtonLink>
        ) : (
          <TryAgain query={query} />
        )
      }
    />
  );
}

function Work({ counter, chooserHref }: { counter: Counter; chooserHref: string }): ReactNode {
  const { counter: t } = useMessages('counter');
  const live = useLive();
  const work = useCounterWork(counter);
  const [onward, setOnward] = useState<Onward>();
  const { point, line, serving } = counter;
  const isOpen = point.state === 'open';
  const sendOn = (entry: StaffEntry) => setOnward({ entry, when: 'now' });
  const plan = (entry: StaffEntry) => setOnward({ entry, when: 'later' });
  useCounterKeys(
    work.isBusy
      ? {}
      : {
          ...(isOpen && { next: work.completeAndCall }),
          // These shortcuts also work while the counter is paused, because the buttons still show
          // them.
          ...(serving && {
            again: work.callAgain,
            sendOn: () => sendOn(serving),
            plan: () => plan(serving),
          }),
        },
  );
  return (
    <>
      <PageHeader
        back={{ href: chooserHref, label: t.allCounters }}
        title={point.name}
        description={
          point.state === 'closed' || point.by === null
            ? line.name
            : `${line.name} · ${t.openedBy(point.by.name)}`
        }
        badge={
          <>
            <PointStateBadge state={point.state} />
            <LiveBadge state={live.state} asOf={live.lastByteAt} />
          </>
        }
        actions={<StateButtons counter={counter} work={work} />}
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <AtPoint counter={counter} work={work} onSendOn={sendOn} onPlan={plan} />
        <CounterLine counter={counter} onSendOn={sendOn} onBack={work.markBack} />
      </div>
      {onward && (
        <OnwardDialog
          onward={onward}
          onSent={() => work.forget(onward.entry)}
          onClose={() => setOnward(undefined)}
        />
      )}
      <VitalsWindow />
      <SentOnBar hotkey={undoSendingKey} />
    </>
  );
}

/**
 * The buttons to pause, resume and close the service point. For a closed service point, the button
 * to open it replaces the button to call a patient in.
 */
function StateButtons({ counter, work }: { counter: Counter; work: CounterWork }): ReactNode {
  const { counter: t } = useMessages('counter');
  const { state } = counter.point;
  if (state === 'closed') return null;
  return (
    <>
      {state === 'open' ? (
        <Button
          icon={<Pause aria-hidden="true" />}
          busy={work.isBusy}
          onClick={() => work.set('paused')}
        >
          {t.pause}
        </Button>
      ) : (
        <Button
          icon={<Play aria-hidden="true" />}
          busy={work.isBusy}
          onClick={() => work.set('open')}
        >
          {t.goOn}
        </Button>
      )}
      <Button
        icon={<Power aria-hidden="true" />}
        busy={work.isBusy}
        onClick={() => work.set('closed')}
      >
        {t.close}
      </Button>
    </>
  );
}
