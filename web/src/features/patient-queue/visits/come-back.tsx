import { getFollowUpCalendar, type OwnFollowUp } from '@baari/contract/visit/follow-up.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarDays, CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { downloadFile } from '../../../api/files.ts';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { ownFollowUpsQuery } from '../../../api/queries/visit-query.ts';
import { useOneAtATime } from '../../../api/use-one-at-a-time.ts';
import { serverNow } from '../../../clock/clock.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { bookAgainAddress } from '../../../shared/patient/book-again-address.ts';
import { dayIn } from '../../../shared/patient/reports-of-visit.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { VisitStops } from './visit-stops.ts';

/**
 * When the patient should come again after a visit, with the links to book that day and to add it
 * to the calendar. Renders nothing if no doctor set it, and no links once the day has passed
 * [PAT-11].
 */
export function ComeBack({
  stops,
  isSmall = false,
}: {
  stops: VisitStops;
  /** Whether it is one of several visits in a list. A day that has passed is then left out. */
  isSmall?: boolean;
}): ReactNode {
  const { data: followUps } = useQuery(ownFollowUpsQuery());
  return stops.map((stop) => {
    const followUp = followUps?.find(({ entryId }) => entryId === stop.id);
    if (followUp === undefined) return null;
    const today = dayIn(stop.hospital.timeZone, new Date(serverNow()).toISOString());
    const isPast = followUp.dueOn < today;
    if (isPast && isSmall) return null;
    return <OneFollowUp key={stop.id} {...{ stop, followUp, isPast, isSmall }} />;
  });
}

function OneFollowUp({
  stop: { id, doctor, patient },
  followUp: { dueOn, reason },
  isPast,
  isSmall,
}: {
  stop: PatientEntry;
  followUp: OwnFollowUp;
  isPast: boolean;
  isSmall: boolean;
}): ReactNode {
  const { finishedVisit: t } = useMessages('finishedVisit');
  const format = useFormat();
  const date = format.longDate(`${dueOn}T12:00:00Z`, 'UTC');
  const size = isSmall ? 'small' : 'medium';
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-start gap-2 text-[0.9375rem] text-ink">
        <CalendarClock aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-soft" />
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{t.comeBack(date)}</span>
          {reason !== '' && <bdi className="block text-ink-soft">{reason}</bdi>}
        </span>
      </p>
      {!isPast && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {doctor.service === null && (
            <ButtonLink
              size={size}
              variant={isSmall ? 'secondary' : 'primary'}
              icon={<CalendarPlus aria-hidden="true" />}
              href={bookAgainAddress(doctor.id, {
                patientId: patient.id,
                visitKind: 'follow_up',
                day: dueOn,
              })}
            >
              {t.bookThen}
              <span className="sr-only">{` ${t.bookThenOf(doctor.name, date)}`}</span>
            </ButtonLink>
          )}
          <ToCalendar entryId={id} size={size} />
        </div>
      )}
    </div>
  );
}

function ToCalendar({ entryId, size }: { entryId: string; size: 'small' | 'medium' }): ReactNode {
  const { finishedVisit: t } = useMessages('finishedVisit');
  const load = useOneAtATime({ mutationFn: () => downloadFile(getFollowUpCalendar, entryId) });
  return (
    <>
      <Button
        size={size}
        variant="quiet"
        icon={<CalendarDays aria-hidden="true" />}
        busy={load.isPending}
        onClick={() => load.mutate()}
      >
        {t.toCalendar}
      </Button>
      {load.isError && <ProblemNotice problem={load.error} fallback={t.toCalendarFailed} />}
    </>
  );
}
