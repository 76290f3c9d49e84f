import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { type OwnRating, ratingStars } from '@baari/contract/doctor/rating.ts';
import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { openEntriesQuery, ownRatingsQuery } from '../../../api/queries/queries.ts';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { journeyQuery } from '../../../api/queries/visit-query.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { isOpenEntry } from '../place/my-place.ts';
import { isSameVisit, type VisitStops } from './visit-stops.ts';

/** How long in ms after its last step a visit may still continue with a planned step. */
const goesOnMs = 12 * 3_600_000;

const RatingDialog = fetchedDialog(async () => (await import('./rating-dialog.tsx')).RatingDialog);

interface VisitRatingProps {
  /** The step of the visit to which the rating belongs. It is always a step with a doctor. */
  entry: PatientEntry;
  /** All steps of the visit. The whole visit has one rating, whichever step the patient rated. */
  stops: VisitStops;
  className?: string;
}

/**
 * The rating of a completed visit, with a button to give or change the rating. Renders nothing
 * while the visit continues [ENT-4].
 */
export function VisitRating(props: VisitRatingProps): ReactNode {
  return useGoesOn(props.entry) ? null : <Rating {...props} />;
}

/**
 * Whether a visit continues with a further step. Fetches the planned steps if the visit may
 * continue.
 */
function useGoesOn(entry: PatientEntry): boolean {
  const { data: open = [] } = useQuery({ ...openEntriesQuery(), enabled: false });
  const now = useNow();
  const isRecent = entry.endedAt !== null && now - Date.parse(entry.endedAt) < goesOnMs;
  const mayGoOn = entry.visitId !== null && isRecent;
  const { data: journey, isPending } = useQuery({ ...journeyQuery(entry.id), enabled: mayGoOn });
  if (open.some((other) => isOpenEntry(other) && isSameVisit(other, entry))) return true;
  return mayGoOn && (isPending || journey?.endedAt === null);
}

function Rating({ entry, stops, className }: VisitRatingProps): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const format = useFormat();
  const { data: ratings, isError, isFetching, refetch } = useQuery(ownRatingsQuery());
  const [asking, setAsking] = useState(false);
  /** Whether the user has pressed the button. The first press loads the dialog's code. */
  const [wasAsked, setWasAsked] = useState(false);
  const now = useNow();
  const line = classNames('flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1', className);
  // An empty element keeps the space until it is known whether the patient has rated the visit.
  if (ratings === undefined) {
    return (
      <div className={line}>
        {isError && <p className="text-sm text-ink-soft">{t.ratingsFailed}</p>}
        {isError && <TryAgain query={{ isFetching, refetch }} part />}
      </div>
    );
  }
  const given = ratings.find(({ entryId }) => stops.some(({ id }) => id === entryId));
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
        <RatingDialog
          entry={entry}
          stops={stops}
          given={given}
          open={asking}
          onOpenChange={setAsking}
        />
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
