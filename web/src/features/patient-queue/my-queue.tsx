import type { QueueEntry } from '@baari/contract/queue.ts';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Announcer } from './announcer.tsx';
import { Changes } from './changes.tsx';
import { History } from './history.tsx';
import { NoEntry } from './no-entry.tsx';
import { PlaceCard, PlaceCardSkeleton } from './place-card.tsx';
import { TurnPanel } from './turn-panel.tsx';
import { type MyEntry, useHistory } from './use-my-entry.ts';
import { usePlaceLog } from './use-place-log.ts';

/** The patient's place, live, and what came before it; history of one hospital where given [PAT-11, PAT-12]. */
export function MyQueue({
  mine,
  hospitalId,
  waits,
  appointments,
  arrives,
}: {
  mine: MyEntry;
  hospitalId?: string | undefined;
  /** The booked visits are still on their way. */
  waits: boolean;
  appointments: ReactNode;
  /** There is a visit to check in for: the booked visits come first. */
  arrives: boolean;
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const { query, entry } = mine;
  const history = useHistory();
  const log = usePlaceLog(query.data === undefined ? undefined : entry, query.dataUpdatedAt);
  // What has just ended comes from the history: without an entry both are shown at once, so that
  // nothing moves under the finger.
  if (waits || query.isPending || (query.data !== undefined && !entry && history.isPending)) {
    return <PlaceCardSkeleton label={t.loading} />;
  }
  return (
    <div className="flex flex-col gap-8">
      <Announcer announcement={log.announcement} doctor={entry?.doctor.name ?? ''} />
      {entry?.status === 'in_progress' && <TurnPanel entry={entry} />}
      {arrives && !entry && appointments}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <RefreshProblem mine={mine} />
          <Current mine={mine} history={history.data ?? []} />
          {entry && <Changes entry={entry} moves={log.moves} />}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {entry?.symptoms && <Told symptoms={entry.symptoms} />}
          <Guidelines />
        </div>
      </div>
      {!(arrives && !entry) && appointments}
      <History query={history} hospitalId={hospitalId} />
    </div>
  );
}

function Current({ mine, history }: { mine: MyEntry; history: readonly QueueEntry[] }): ReactNode {
  const { patientQueue: t, common } = useMessages('patientQueue');
  const problem = useCurrentProblem();
  const { query, entry } = mine;
  if (query.data === undefined) {
    return (
      <ErrorState
        title={t.currentFailed}
        description={problem(query.error)}
        action={
          <Button variant="primary" onClick={() => void query.refetch()}>
            {common.tryAgain}
          </Button>
        }
      />
    );
  }
  if (!entry) return <NoEntry history={history} />;
  if (entry.status === 'in_progress') return null;
  return <PlaceCard entry={entry} readAt={query.dataUpdatedAt} />;
}

/** What was read stays on screen when a later read fails; this says that it did. */
function RefreshProblem({ mine: { query } }: { mine: MyEntry }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const problem = useCurrentProblem();
  if (query.data === undefined || !query.isError) return null;
  return (
    <Notice tone="warning" title={t.refreshFailed}>
      {problem(query.error)}
    </Notice>
  );
}

/** 429 has its own words, whoever sent it [ERR-2]. */
function useCurrentProblem(): (failure: unknown) => string {
  const { patientQueue: t } = useMessages('patientQueue');
  const problemText = useProblemText();
  return (failure) =>
    failure instanceof ApiProblem && failure.status === 429
      ? t.tooMany
      : problemText(failure, t.currentFailed);
}

function Told({ symptoms }: { symptoms: string }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  return (
    <Card as="section" aria-labelledby="symptoms-title">
      <h2 id="symptoms-title" className="text-base font-semibold text-ink">
        {t.yourSymptoms}
      </h2>
      <p className="mt-2 text-[0.9375rem] wrap-anywhere whitespace-pre-line text-ink">{symptoms}</p>
    </Card>
  );
}

/** [PAT-12] */
function Guidelines(): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  return (
    <Card as="section" tone="sunken" aria-labelledby="guidelines-title">
      <h2 id="guidelines-title" className="text-base font-semibold text-ink">
        {t.guidelines}
      </h2>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-[0.9375rem] text-ink-soft marker:text-dot">
        {t.guidelineItems.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className="mt-3">
        <TextLink href="/patient/dashboard" className="text-[0.9375rem]">
          {t.findAnother}
        </TextLink>
      </p>
    </Card>
  );
}
