import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { bookAgainAddress } from '../../../shared/patient/book-again-address.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { ratedStop, type VisitStops } from './visit-stops.ts';

/** The links from a past visit: to its own page, and to the same doctor again [PAT-11]. */
export function VisitLinks({ stops }: { stops: VisitStops }): ReactNode {
  const { finishedVisit: t } = useMessages('finishedVisit');
  const format = useFormat();
  const [{ id, doctor, hospital, joinedAt }] = stops;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <TextLink
        href={`/patient/visits/${id}`}
        className="inline-flex min-h-11 items-center text-sm md:pointer-fine:min-h-8"
      >
        {t.open}
        <span className="sr-only">
          {` ${t.openOf(doctor.name, format.date(joinedAt, hospital.timeZone))}`}
        </span>
      </TextLink>
      <BookAgain stops={stops} />
    </div>
  );
}

/**
 * Opens the page of the doctor whom the patient saw, with the same patient chosen. Renders nothing
 * for a visit to shared lines alone.
 */
export function BookAgain({
  stops,
  variant = 'quiet',
}: {
  stops: VisitStops;
  variant?: 'quiet' | 'primary';
}): ReactNode {
  const { finishedVisit: t } = useMessages('finishedVisit');
  const seen = ratedStop(stops);
  const entry = seen ?? stops.find(({ doctor }) => doctor.service === null);
  if (entry === undefined) return null;
  const { doctor, patient } = entry;
  return (
    <ButtonLink
      size={variant === 'quiet' ? 'small' : 'medium'}
      variant={variant}
      className="print:hidden"
      icon={<CalendarPlus aria-hidden="true" />}
      href={bookAgainAddress(doctor.id, {
        patientId: patient.id,
        visitKind: seen && 'follow_up',
      })}
    >
      {t.bookAgain}
      <span className="sr-only">{` ${t.bookAgainOf(doctor.name)}`}</span>
    </ButtonLink>
  );
}
