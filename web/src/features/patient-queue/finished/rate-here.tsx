import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { ownRatingsQuery } from '../../../api/queries/queries.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { RatingForm, useRate } from '../visits/rating-dialog.tsx';
import { VisitRating } from '../visits/visit-rating.tsx';
import type { VisitStops } from '../visits/visit-stops.ts';

interface RateProps {
  /** The stop with the doctor to which the rating belongs. */
  readonly entry: PatientEntry;
  readonly stops: VisitStops;
}

/** The stars of a visit, given without a dialog. A given rating is shown and can be changed [ENT-4]. */
export function RateHere({ entry, stops }: RateProps): ReactNode {
  const { data: ratings } = useQuery(ownRatingsQuery());
  const isGiven = ratings?.some(({ entryId }) => stops.some(({ id }) => id === entryId)) ?? true;
  return isGiven ? (
    <VisitRating entry={entry} stops={stops} />
  ) : (
    <Stars entry={entry} stops={stops} />
  );
}

function Stars({ entry, stops }: RateProps): ReactNode {
  const { pastVisit: t } = useMessages('pastVisit');
  const problemText = useProblemText();
  const formId = useId();
  const stars = useRef<HTMLInputElement>(null);
  const rate = useRate(entry.hospital.timeZone, stops);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-soft">{t.rateLead}</p>
      <RatingForm
        formId={formId}
        focusRef={stars}
        given={undefined}
        problem={rate.isError ? problemText(rate.error, t.rateFailed) : undefined}
        onSubmit={(body) => rate.mutate({ params: { id: entry.id }, body })}
      />
      <Button type="submit" form={formId} className="w-fit" busy={rate.isPending}>
        {t.sendRating}
      </Button>
    </div>
  );
}
