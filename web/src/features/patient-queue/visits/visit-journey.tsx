import type { Journey, JourneyStop } from '@baari/contract/lines/journey.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { leftText } from '@baari/contract/lines/visit-left.ts';
import { whereToGo } from '@baari/contract/lines/where-to-go.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, CircleDot, CircleMinus, Undo2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { journeyQuery } from '../../../api/queries/visit-query.ts';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { WithTokens } from '../../../ui/text/with-tokens.tsx';

/**
 * The polling interval in ms. The remaining time changes as time passes and as the lines of later
 * steps change.
 */
const readAgainMs = 60_000;

/**
 * The steps of a visit: past steps, the current step with what to do now, and planned steps
 * [LINE-4].
 */
export default function VisitJourney({ entry }: { entry: PatientEntry }): ReactNode {
  const { journey: t } = useMessages('journey');
  const { id, status, doctor } = entry;
  const query = useQuery({
    ...journeyQuery(id),
    // A change of step or status changes the visit's data, so both are part of the query key.
    queryKey: [...journeyQuery(id).queryKey, status, doctor.id],
    placeholderData: keepPreviousData,
    refetchInterval: readAgainMs,
  });
  const name = useWhose()(entry.patient);
  const titleId = useId();
  const { data } = query;
  if (data && data.stops.length < 2) return null;
  // After a step has ended, the list of steps is shown only if the visit waits for the next line to
  // open.
  if (entry.endedAt !== null && !(data && closedNext(data))) return <VisitOver journey={data} />;
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 id={titleId} className="text-lg font-semibold text-ink">
          {name === undefined ? t.title : t.titleOf(name)}
        </h2>
        {entry.token !== null && (
          <p className="text-[0.9375rem] text-ink-soft tabular-nums">
            <WithTokens>{t.token(entry.token)}</WithTokens>
          </p>
        )}
      </div>
      {query.isPending && (
        <LoadingRegion label={t.loading} className="flex flex-col gap-3">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </LoadingRegion>
      )}
      {query.isError && !data && (
        <Notice tone="warning" title={t.failed} action={<TryAgain query={query} part />} />
      )}
      {data && <Stops journey={data} entry={entry} />}
    </Card>
  );
}

/**
 * Says after the last step that the whole visit is over. The notice at the top only says that the
 * step is over.
 */
function VisitOver({ journey }: { journey: Journey | undefined }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const isOver = journey?.stops.every(({ status }) => status !== null) === true;
  return isOver && <Notice tone="success">{t.outcome.completed.title}</Notice>;
}

function Stops({ journey, entry }: { journey: Journey; entry: PatientEntry }): ReactNode {
  const { journey: t } = useMessages('journey');
  return (
    <>
      <p className="font-semibold text-ink">{useWhatNow(entry, journey)}</p>
      <ol className="flex flex-col">
        {journey.stops.map((stop, at) => (
          <Stop
            // The line's id alone is not a unique React key, because a visit may include the same
            // line twice.
            key={stop.entryId ?? `${stop.lineId} ${at}`}
            stop={stop}
            entry={entry}
            zone={journey.hospital.timeZone}
            isLast={at === journey.stops.length - 1}
          />
        ))}
      </ol>
      {journey.left && (
        <p className="text-[0.9375rem] text-ink-soft tabular-nums">
          {leftText(journey.left, t.left)}
        </p>
      )}
    </>
  );
}

/** Returns the visit's next step if that step's line is closed. Otherwise returns undefined. */
function closedNext({ stops }: Journey): JourneyStop | undefined {
  const next = stops.find(({ status }) => status === null);
  return next?.isShut ? next : undefined;
}

function useWhatNow({ status, doctor, endedAt }: PatientEntry, journey: Journey): string {
  const { journey: t } = useMessages('journey');
  const next = endedAt === null ? undefined : closedNext(journey);
  if (next) return t.now.nextShut(next.name);
  const where = whereToGo(doctor) ?? (doctor.service === null ? null : doctor.name);
  if (status === 'in_progress') return where === null ? t.now.go : t.now.goTo(where);
  return where === null ? t.now.wait : t.now.waitAt(where);
}

function Stop({
  stop,
  entry,
  zone,
  isLast,
}: {
  stop: JourneyStop;
  entry: PatientEntry;
  zone: string;
  isLast: boolean;
}): ReactNode {
  const { journey: t } = useMessages('journey');
  const isPresent = stop.entryId === entry.id && entry.endedAt === null;
  const when = isPresent ? 'present' : stop.status === null ? 'planned' : 'past';
  return (
    <li
      {...(when === 'present' ? { 'aria-current': 'step' as const } : {})}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3"
    >
      <span aria-hidden="true" className="flex flex-col items-center">
        <span
          className={classNames(
            'grid size-7 shrink-0 place-items-center rounded-full [&_svg]:size-4',
            marks[when],
          )}
        >
          {when === 'present' && <CircleDot />}
          {when === 'past' && (stop.status === 'completed' ? <Check /> : <CircleMinus />)}
          {when === 'planned' && stop.isReturn && <Undo2 />}
        </span>
        {!isLast && <span className="flex-1 border-s border-line" />}
      </span>
      <div className="flex min-w-0 flex-col pb-4">
        <p
          className={classNames(
            'wrap-anywhere',
            when === 'present' ? 'font-semibold text-ink' : 'text-ink-soft',
          )}
        >
          <span className="sr-only">{`${t[when]}: `}</span>
          {stop.name}
        </p>
        <p className="text-sm text-ink-soft tabular-nums">
          <StopState stop={stop} entry={entry} zone={zone} when={when} />
        </p>
      </div>
    </li>
  );
}

function StopState({
  stop,
  entry,
  zone,
  when,
}: {
  stop: JourneyStop;
  entry: PatientEntry;
  zone: string;
  when: 'past' | 'present' | 'planned';
}): string {
  const { journey: t } = useMessages('journey');
  const format = useFormat();
  if (when === 'planned') return stop.isReturn ? t.stops.back : t.stops.toCome;
  if (when === 'present') {
    if (entry.status === 'in_progress') return t.stops.inside;
    // The place in line is taken from the queue entry, because the entry has live updates.
    return entry.position > 0 ? t.stops.waiting(format.number(entry.position)) : t.stops.asked;
  }
  const at = format.time(stop.endedAt ?? stop.since ?? entry.joinedAt, zone);
  return stop.status === 'completed' ? t.stops.done(at) : t.stops.ended(at);
}

const marks = {
  past: 'bg-success-soft text-success-ink',
  present: 'bg-primary text-on-primary',
  planned: 'border-2 border-dashed border-control-line/60 text-ink-soft',
};
