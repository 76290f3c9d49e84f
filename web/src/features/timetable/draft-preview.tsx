import { type PreviewDay, type TimetableSession } from '@baari/contract/hospital/timetable.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { timetablePreviewQuery } from '../../api/queries/doctor-work-queries.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { useSpanText } from '../../shared/hospital/use-clock.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useSettledValue } from './use-settled-value.ts';
import './timetable.css';

/**
 * Shows what patients could book in the next days with the unsaved timetable, and which bookings
 * would no longer fit this timetable [APPT-1].
 */
export function DraftPreview({
  doctorId,
  sessions,
}: {
  doctorId: string;
  sessions: TimetableSession[];
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const titleId = useId();
  const settled = useSettledValue(sessions);
  const query = useQuery({
    ...timetablePreviewQuery(doctorId, settled),
    placeholderData: keepPreviousData,
  });
  return (
    <section
      aria-labelledby={titleId}
      className="flex flex-col gap-3 rounded-card bg-sunken p-4"
      aria-busy={query.isFetching}
    >
      <h3 id={titleId} className="font-semibold text-ink">
        {t.preview}
      </h3>
      {content()}
    </section>
  );

  function content(): ReactNode {
    if (query.isPending) {
      return (
        <LoadingRegion label={t.previewLoading} className="flex flex-col gap-2">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-5 w-2/3" />
        </LoadingRegion>
      );
    }
    if (!query.data) {
      return (
        <ProblemNotice
          title={t.previewFailed}
          problem={query.error}
          fallback={t.previewFailed}
          action={<TryAgain query={query} part />}
        />
      );
    }
    return (
      <>
        <p role="status" className="sr-only">
          {t.previewSaid(
            query.data.days.reduce((sum, { slots }) => sum + slots.length, 0),
            query.data.outside.length,
          )}
        </p>
        <ul className="flex flex-col gap-1 preview-days text-sm">
          {query.data.days.map((day) => (
            <PreviewLine key={day.date} day={day} />
          ))}
        </ul>
        <Excluded {...query.data} />
      </>
    );
  }
}

function PreviewLine({ day }: { day: PreviewDay }): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const format = useFormat();
  const listed = useListed();
  const hours = useSpanText(t);
  const at = `${day.date}T12:00:00Z`;
  return (
    <li className="flex break-inside-avoid flex-wrap justify-between gap-x-3 py-0.5 text-ink tabular-nums">
      <span>{listed([format.weekday(at, 'UTC'), format.date(at, 'UTC')])}</span>
      <span className={day.slots.length === 0 ? 'text-ink-soft' : 'font-semibold'}>
        {offered()}
      </span>
    </li>
  );

  function open(span: PreviewDay['openHours'][number]): string {
    const { places } = span;
    return places === undefined ? hours(span) : t.limitedHours(hours(span), places);
  }
  function offered(): string {
    if (day.isOff) return t.dayOff;
    const parts = [
      ...(day.slots.length > 0 ? [t.times(day.slots.length)] : []),
      ...(day.places > day.slots.length ? [t.placesCount(day.places)] : []),
      ...(day.openHours.length > 0 ? [t.openHours(listed(day.openHours.map(open)))] : []),
    ];
    return parts.length === 0 ? t.nothing : format.beside(parts);
  }
}

/**
 * Lists the bookings that would no longer fit the unsaved timetable. The bookings are kept until
 * the desk moves them.
 */
function Excluded({
  outside,
  hasMore,
  timeZone,
}: {
  outside: readonly {
    readonly id: string;
    readonly startsAt: string;
    readonly patient: { readonly name: string };
  }[];
  hasMore: boolean;
  timeZone: string;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const format = useFormat();
  if (outside.length === 0) return <p className="text-sm text-ink-soft">{t.allFit}</p>;
  return (
    <Notice
      tone="warning"
      title={hasMore ? t.excludedMore(outside.length) : t.excluded(outside.length)}
    >
      <p>{t.excludedLead}</p>
      <ul className="mt-1 flex max-h-60 flex-col gap-0.5 overflow-y-auto">
        {outside.map(({ id, startsAt, patient }) => (
          <li key={id} className="wrap-anywhere tabular-nums">
            {format.dayAndTime(format.date(startsAt, timeZone), startsAt, timeZone)}
            {' · '}
            <bdi>{patient.name}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
