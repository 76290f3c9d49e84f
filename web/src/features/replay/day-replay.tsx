import {
  type DayReplay as Day,
  fewestReplayed,
  mostReplayed,
} from '@baari/contract/hospital/replay.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { replayQuery } from '../../api/queries/administration-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { StatsSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { ReplayFigures } from './replay-figures.tsx';
import { ReplayForm } from './replay-form.tsx';
import { ReplayPictures } from './replay-pictures.tsx';
import { useReplayAddress } from './use-replay-address.ts';

/**
 * Simulates a past day with one change. Shows the effect of the change and how certain the effect
 * is [WAIT-4].
 */
export function DayReplay(): ReactNode {
  const { replay: t } = useMessages('replay');
  const problemText = useProblemText();
  const { chosen, wanted, choose } = useReplayAddress();
  const query = useQuery(replayQuery(wanted));
  const { data } = query;
  // After a failure, the previous result stays on screen together with the form.
  const [shown, setShown] = useState(data);
  if (data !== undefined && data !== shown) setShown(data);
  return (
    <>
      <PageHeader title={t.title} description={t.lead} />
      <div className="flex flex-col gap-6">
        {shown && (
          <ReplayForm
            key={`${shown.day} ${JSON.stringify(chosen)}`}
            shown={shown}
            chosen={chosen}
            isPlaying={query.isFetching}
            onPlay={choose}
          />
        )}
        {content()}
      </div>
    </>
  );

  function content(): ReactNode {
    if (query.isPending) return <StatsSkeleton label={t.loading} count={4} />;
    if (!data || query.isError) {
      return (
        <ErrorState
          title={t.failed}
          description={problemText(query.error, t.failed)}
          action={<TryAgain query={query} />}
        />
      );
    }
    return (
      <div
        aria-busy={query.isPlaceholderData}
        className={query.isPlaceholderData ? 'opacity-60' : undefined}
      >
        <Played day={data} />
      </div>
    );
  }
}

function Played({ day }: { day: Day }): ReactNode {
  const { replay: t } = useMessages('replay');
  const format = useFormat();
  const name = format.longDate(`${day.day}T12:00:00Z`, 'UTC');
  if (day.doctors.length === 0) {
    return <EmptyState title={t.noneTitle(name)} description={t.noneLead} />;
  }
  if (day.outcome === 'too_many') {
    return (
      <EmptyState
        title={t.manyTitle(name)}
        description={t.manyLead(format.number(day.visits), format.number(mostReplayed))}
      />
    );
  }
  if (day.replay === null) {
    return (
      <EmptyState
        title={t.thinTitle(name)}
        description={t.thinLead(format.number(day.visits), format.number(fewestReplayed))}
      />
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <h2 className="text-lg font-semibold text-ink">{name}</h2>
      <ReplayPictures day={day.day} replay={day.replay} />
      <ReplayFigures day={day.day} replay={day.replay} />
    </div>
  );
}
