import {
  type ReceivedRating,
  type RatingSummary,
  ratingStars,
} from '@baari/contract/doctor/rating.ts';
import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { receivedRatingsQuery } from '../../api/queries/administration-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Select } from '../../ui/form/select.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';

/**
 * Patients' ratings and comments with the doctor and the day, but without patients' names [ENT-4].
 */
export function HospitalRatings(): ReactNode {
  const { administration: t } = useMessages('administration');
  const problemText = useProblemText();
  const [search, setSearch] = useSearchParams();
  const doctorId = search.get('ratingDoctor') ?? '';
  const stars = ratingStars.find((value) => String(value) === search.get('stars'));
  const query = useQuery(
    receivedRatingsQuery({
      ...(doctorId === '' ? {} : { doctorId }),
      ...(stars === undefined ? {} : { stars }),
    }),
  );

  function choose(name: 'ratingDoctor' | 'stars', value: string): void {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  }
  return (
    <>
      <PageHeader title={t.ratings.title} description={t.ratings.lead} />
      <div className="flex flex-col gap-5">
        <div className="grid gap-3 sm:max-w-xl sm:grid-cols-2 print:hidden">
          <Select
            label={t.ratings.doctor}
            placeholder={t.ratings.allDoctors}
            value={doctorId}
            onChange={({ target }) => choose('ratingDoctor', target.value)}
            options={(query.data?.doctors ?? []).map(({ id, name }) => ({
              value: id,
              label: name,
            }))}
          />
          <Select
            label={t.ratings.stars}
            placeholder={t.ratings.allStars}
            value={stars === undefined ? '' : String(stars)}
            onChange={({ target }) => choose('stars', target.value)}
            options={ratingStars
              .toReversed()
              .map((value) => ({ value: String(value), label: t.ratings.starsOf(value) }))}
          />
        </div>
        {content()}
      </div>
    </>
  );

  function content(): ReactNode {
    if (query.isPending) return <ListSkeleton label={t.ratings.loading} />;
    if (!query.data || query.isError) {
      return (
        <ErrorState
          title={t.ratings.failed}
          description={problemText(query.error, t.ratings.failed)}
          action={<TryAgain query={query} />}
        />
      );
    }
    const { ratings, summary } = query.data;
    if (summary.count === 0) {
      return <EmptyState title={t.ratings.noneTitle} description={t.ratings.noneLead} />;
    }
    return (
      <>
        <Summary summary={summary} />
        {ratings.length === 0 ? (
          <EmptyState
            title={t.ratings.noMatch}
            action={<Button onClick={() => choose('stars', '')}>{t.ratings.showAll}</Button>}
          />
        ) : (
          <Card padding="none">
            <ul className="divide-y divide-line">
              {ratings.map((rating) => (
                <Line key={rating.id} rating={rating} />
              ))}
            </ul>
          </Card>
        )}
      </>
    );
  }
}

function Summary({ summary }: { summary: RatingSummary }): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const { average, count, byStars, months } = summary;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card as="section" aria-label={t.ratings.summary} className="flex flex-col gap-3">
        <p className="text-3xl font-bold tracking-tight text-ink tabular-nums">
          {average === null ? '' : t.ratings.average(format.number(average))}
        </p>
        <p className="text-sm text-ink-soft">{t.ratings.count(count)}</p>
        <ul className="flex flex-col gap-1.5">
          {byStars.map((row) => (
            <li key={row.stars} className="flex items-center gap-3 text-sm text-ink tabular-nums">
              <span className="w-20 shrink-0">{t.ratings.starsOf(row.stars)}</span>
              <span
                aria-hidden="true"
                className="h-2.5 flex-1 overflow-hidden rounded-full bg-sunken"
              >
                <span
                  className="block h-full rounded-full bg-primary [print-color-adjust:exact]"
                  style={{ width: `${(100 * row.count) / count}%` }}
                />
              </span>
              <span className="w-10 text-end">{format.number(row.count)}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card as="section" aria-label={t.ratings.trend} className="flex flex-col gap-3">
        <h2 className="text-lg font-semibold text-ink">{t.ratings.trend}</h2>
        <BarChart
          label={t.ratings.trendPicture(
            format.list(
              months.map((row) => `${monthName(row.month)} ${format.number(row.average)}`),
            ),
          )}
          format={format.number}
          top={5}
          bars={months.map((row) => ({
            key: row.month,
            label: monthName(row.month),
            value: row.average,
            title: `${monthName(row.month)}: ${format.number(row.average)} (${t.ratings.count(row.count)})`,
          }))}
        />
      </Card>
    </div>
  );

  function monthName(month: string): string {
    return format.month(`${month}-15T12:00:00Z`, 'UTC');
  }
}

function Line({ rating }: { rating: ReceivedRating }): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1 sm:grid-cols-[auto_1fr_auto]">
        <span className="inline-flex">
          <span className="sr-only">{t.ratings.starsOf(rating.stars)}</span>
          {ratingStars.map((value) => (
            <Star
              key={value}
              aria-hidden="true"
              className={classNames(
                'size-4 text-primary-ink',
                value <= rating.stars && 'fill-current',
              )}
            />
          ))}
        </span>
        <span className="font-medium wrap-anywhere text-ink max-sm:col-span-2 max-sm:row-start-2">
          <bdi>{rating.doctor.name}</bdi>
        </span>
        <time dateTime={rating.ratedOn} className="text-end text-sm text-ink-soft tabular-nums">
          {format.date(`${rating.ratedOn}T12:00:00Z`, 'UTC')}
        </time>
      </div>
      {rating.words !== '' && (
        <p className="text-[0.9375rem] wrap-anywhere whitespace-pre-line text-ink">
          <bdi>{rating.words}</bdi>
        </p>
      )}
    </li>
  );
}
