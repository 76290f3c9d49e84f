import type { ServicePoint, SharedLine } from '@baari/contract/lines/shared-line.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { PointStateBadge } from './point-state-badge.tsx';

/**
 * The polling interval in ms. The states of service points have live events, but the numbers of
 * waiting patients have none.
 */
const countsEveryMs = 15_000;

/**
 * All counters of the hospital, grouped by line. Staff choose the counter at which they work
 * [LINE-2].
 */
export function CounterChooser({
  hrefOf,
  setUpHref,
}: {
  /** Returns the link to a counter. Undefined if the user may not work at that counter. */
  hrefOf: (point: ServicePoint) => string | undefined;
  /** The URL of the page on which lines are set up. Undefined for a user without the right. */
  setUpHref: string | undefined;
}): ReactNode {
  const { counter: t } = useMessages('counter');
  const problemText = useProblemText();
  const query = useQuery({ ...linesQuery(), refetchInterval: countsEveryMs });
  return (
    <>
      <PageHeader title={t.chooseTitle} description={t.chooseLead} />
      {query.isPending && (
        <LoadingRegion label={t.loading}>
          <div className="grid gap-4 lg:grid-cols-2">
            <Skeleton className="h-40 w-full rounded-card" />
            <Skeleton className="h-40 w-full rounded-card" />
          </div>
        </LoadingRegion>
      )}
      {query.isError && !query.data && (
        <ErrorState
          title={t.failed}
          description={problemText(query.error, t.failed)}
          action={<TryAgain query={query} />}
        />
      )}
      {query.data?.length === 0 && (
        <EmptyState
          title={t.noneTitle}
          description={t.none}
          action={setUpHref && <ButtonLink href={setUpHref}>{t.setUp}</ButtonLink>}
        />
      )}
      {query.data && query.data.length > 0 && (
        <ul className="grid items-start gap-4 lg:grid-cols-2">
          {query.data.map((line) => (
            <LineOfPoints key={line.id} line={line} hrefOf={hrefOf} />
          ))}
        </ul>
      )}
    </>
  );
}

function LineOfPoints({
  line,
  hrefOf,
}: {
  line: SharedLine;
  hrefOf: (point: ServicePoint) => string | undefined;
}): ReactNode {
  const { counter: t } = useMessages('counter');
  const listed = useListed();
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-lg font-semibold wrap-anywhere text-ink">
          <bdi>{line.name}</bdi>
        </h2>
        <p className="text-sm text-ink-soft tabular-nums">
          {line.isOpen ? t.waiting(line.waiting) : listed([t.waiting(line.waiting), t.closedLine])}
        </p>
      </div>
      {line.points.length === 0 ? (
        <p className="text-sm text-ink-soft">{t.noPoints}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {line.points.map((point) => (
            <PointRow key={point.id} point={point} href={hrefOf(point)} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function PointRow({ point, href }: { point: ServicePoint; href: string | undefined }): ReactNode {
  const { counter: t } = useMessages('counter');
  const { name, state, by } = point;
  return (
    <li
      className={classNames(
        'relative flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 rounded-control border px-4 py-2',
        href === undefined
          ? 'border-line'
          : 'border-control-line/60 transition-colors hover:border-control-line hover:bg-sunken',
      )}
    >
      {href === undefined ? (
        <span className="wrap-anywhere text-ink">{name}</span>
      ) : (
        <Link
          href={href}
          className="font-semibold wrap-anywhere text-ink after:absolute after:inset-0"
        >
          {name}
        </Link>
      )}
      <PointStateBadge state={state} />
      {state !== 'closed' && by !== null && (
        <span className="text-sm wrap-anywhere text-ink-soft">{t.by(by.name)}</span>
      )}
    </li>
  );
}
