import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { hospitalEarlierQuery } from '../../shared/earlier/earlier-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { FiguresOfEarlier } from './desk-figures.tsx';
import { Gaps } from './desk-gaps.tsx';
import { HeldPlaces } from './desk-held.tsx';
import { Wishes } from './desk-wishes.tsx';

/**
 * The polling interval in ms. An offer of an earlier time can be accepted for at least seven
 * minutes.
 */
const lookAgainMs = 60_000;

/**
 * For the desk: slots reserved for patients, unused times of the next two hours, requests for an
 * earlier time, and statistics [APPT-1].
 */
export function DeskEarlier({
  lineHref,
}: {
  /** Returns the URL of the page with a doctor's line of patients. */
  lineHref: (doctorId: string) => string;
}): ReactNode {
  const { earlierDesk: t } = useMessages('earlierDesk');
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...hospitalEarlierQuery(), refetchInterval: lookAgainMs });
  return (
    <Card padding="none">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-card px-4 py-2">
          <span className="font-semibold text-primary-ink">{t.title}</span>
          <span className="min-h-5 text-sm text-ink-soft tabular-nums">
            {data && t.summary(data.held.length, data.gaps.length, data.wishCount)}
          </span>
        </summary>
        {isOpen && <Content lineHref={lineHref} />}
      </details>
    </Card>
  );
}

function Content({ lineHref }: { lineHref: (doctorId: string) => string }): ReactNode {
  const { earlierDesk: t } = useMessages('earlierDesk');
  const problemText = useProblemText();
  const query = useQuery(hospitalEarlierQuery());
  return <div className="flex flex-col gap-6 border-t border-line p-4">{content()}</div>;

  function content(): ReactNode {
    if (query.isPending) return <ListSkeleton label={t.loading} rows={3} />;
    if (!query.data) {
      return (
        <ErrorState
          title={t.failed}
          description={problemText(query.error, t.failed)}
          action={<TryAgain query={query} />}
        />
      );
    }
    const { held, gaps, wishes, wishCount, figures, timeZone } = query.data;
    return (
      <>
        <HeldPlaces held={held} zone={timeZone} />
        <Gaps gaps={gaps} zone={timeZone} lineHref={lineHref} />
        <Wishes wishes={wishes} count={wishCount} zone={timeZone} />
        <FiguresOfEarlier figures={figures} />
      </>
    );
  }
}
