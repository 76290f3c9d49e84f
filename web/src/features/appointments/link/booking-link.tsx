import type { LinkedAppointment } from '@baari/contract/visit/reminders.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { bookingLinkQuery } from '../../../shared/patient/reminder-queries.ts';
import { isUnknownLink } from '../../../api/problems/unknown-link.ts';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { DetailSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { BookingAnswers } from './booking-answers.tsx';

/**
 * The page that the link of a reminder opens. Anybody with the link can use it, signed in or not
 * [REM-2].
 */
export function BookingLink({ secret }: { secret: string }): ReactNode {
  const { bookingLink: t } = useMessages('bookingLink');
  const problemText = useProblemText();
  const query = useQuery(bookingLinkQuery(secret));
  if (query.data) return <Booking secret={secret} appointment={query.data.appointment} />;
  if (secret === '' || isUnknownLink(query.error)) {
    return <EmptyState headingLevel={1} title={t.unknown} description={t.unknownLead} />;
  }
  if (!query.error) return <DetailSkeleton label={t.loading} />;
  return (
    <ErrorState
      headingLevel={1}
      title={t.failed}
      description={problemText(query.error, t.failed)}
      action={<TryAgain query={query} />}
    />
  );
}

function Booking({
  secret,
  appointment,
}: {
  secret: string;
  appointment: LinkedAppointment;
}): ReactNode {
  const { bookingLink: t } = useMessages('bookingLink');
  const [isMoved, setMoved] = useState(false);
  const { state, isConfirmed, hospitalName } = appointment;
  const isBooked = state === 'booked';
  return (
    <>
      <PageHeader
        title={t.title}
        {...(isBooked && !isConfirmed && { description: t.lead(hospitalName) })}
      />
      <div className="flex flex-col gap-5">
        {isMoved && isBooked && <Outcome tone="success" title={t.moved} />}
        {isBooked && isConfirmed && <Outcome tone="success" title={t.comingSaved(hospitalName)} />}
        {state === 'cancelled' && <Outcome tone="info" title={t.cancelled} />}
        {state === 'over' && <Outcome tone="info" title={t.over} />}
        <Card padding="large" className="flex flex-col gap-5">
          <Facts appointment={appointment} />
          {isBooked ? (
            <BookingAnswers
              secret={secret}
              appointment={appointment}
              onMoved={() => setMoved(true)}
            />
          ) : (
            <ToOwn />
          )}
        </Card>
      </div>
    </>
  );
}

function ToOwn(): ReactNode {
  const { appointments: t } = useMessages('appointments');
  return <ButtonLink href="/patient/queue">{t.mine}</ButtonLink>;
}

function Facts({ appointment }: { appointment: LinkedAppointment }): ReactNode {
  const format = useFormat();
  const { doctorName, department, hospitalName, startsAt, timeZone } = appointment;
  const place = department === '' ? [hospitalName] : [department, hospitalName];
  return (
    <div className="flex flex-col gap-1">
      <p className="text-lg font-semibold text-ink tabular-nums">
        <time dateTime={startsAt} title={format.exact(startsAt, timeZone)}>
          {format.dayAndTime(format.longDate(startsAt, timeZone), startsAt, timeZone)}
        </time>
      </p>
      <p className="font-medium wrap-anywhere text-ink">
        <bdi>{doctorName}</bdi>
      </p>
      <p className="text-sm wrap-anywhere text-ink-soft">{format.beside(place)}</p>
    </div>
  );
}

/** Says what has happened. It takes the keyboard focus if the pressed button has disappeared. */
function Outcome({ tone, title }: { tone: 'success' | 'info'; title: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={place} role="status" tabIndex={-1} className="outline-none">
      <Notice tone={tone} title={title} />
    </div>
  );
}
