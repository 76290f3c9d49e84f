import type { PatientEntry } from '@baari/contract/queue.ts';
import { type OwnRating, ratingStars } from '@baari/contract/rating.ts';
import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ownRatingsQuery } from '../../api/queries.ts';
import { TryAgain } from '../../api/try-again.tsx';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { fetchedDialog } from '../../ui/fetched-dialog.tsx';
import { useNow } from '../../ui/use-now.ts';

const RatingDialog = fetchedDialog(async () => (await import('./rating-dialog.tsx')).RatingDialog);

/** Below a completed visit: the way to rate it, or what was given and the way to change it [ENT-4]. */
export function VisitRating({
  entry,
  className,
}: {
  entry: PatientEntry;
  className?: string;
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const format = useFormat();
  const { data: ratings, isError, isFetching, refetch } = useQuery(ownRatingsQuery());
  const [asking, setAsking] = useState(false);
  /** Its code is fetched with the first press. */
  const [wasAsked, setWasAsked] = useState(false);
  const now = useNow();
  const line = classNames('flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1', className);
  // Until it is known whether the visit was rated nothing can be offered; its place is kept.
  if (ratings === undefined) {
    return (
      <div className={line}>
        {isError && <p className="text-sm text-ink-soft">{t.ratingsFailed}</p>}
        {isError && <TryAgain query={{ isFetching, refetch }} part />}
      </div>
    );
  }
  const given = ratings.find(({ entryId }) => entryId === entry.id);
  const mayChange = given === undefined || now <= Date.parse(given.changeableUntil);
  const of = given === undefined ? t.rateOf : t.changeRatingOf;
  const day = format.date(entry.joinedAt, entry.hospital.timeZone);
  return (
    <div className={line}>
      {given && <GivenStars given={given} />}
      {mayChange && (
        <Button
          size="small"
          className="print:hidden"
          variant={given === undefined ? 'secondary' : 'quiet'}
          icon={given === undefined ? <Star aria-hidden="true" /> : undefined}
          onClick={() => {
            setWasAsked(true);
            setAsking(true);
          }}
        >
          {given === undefined ? t.rate : t.changeRating}
          <span className="sr-only">{` ${of(entry.doctor.name, day)}`}</span>
        </Button>
      )}
      {mayChange && wasAsked && (
        <RatingDialog entry={entry} given={given} open={asking} onOpenChange={setAsking} />
      )}
    </div>
  );
}

function GivenStars({ given }: { given: OwnRating }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const format = useFormat();
  return (
    <span className="inline-flex items-center gap-0.5">
      <span className="sr-only">{t.yourRating(format.number(given.stars))}</span>
      {ratingStars.map((stars) => (
        <Star
          key={stars}
          aria-hidden="true"
          className={classNames(
            'size-5',
            stars <= given.stars ? 'fill-current text-primary-ink' : 'text-ink-soft',
          )}
        />
      ))}
    </span>
  );
}
