import {
  type Journey,
  type JourneyStop,
  maxPlannedStops,
  planStops,
} from '@baari/contract/lines/journey.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Check, CircleDot, CircleMinus, Undo2, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { nextStopsQuery } from '../../api/queries/line-queries.ts';
import { journeyQuery } from '../../api/queries/visit-query.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { WithTokens } from '../../ui/text/with-tokens.tsx';
import { StopChoices } from './stop-choices.tsx';

/**
 * The dialog that shows staff a visit's past, present and planned steps. Each change of the plan is
 * saved at once [LINE-3, LINE-4].
 */
export function VisitDialog({
  entry,
  onClose,
}: {
  entry: StaffEntry;
  onClose: () => void;
}): ReactNode {
  const t = useMessages('counter').counter.visit;
  const problemText = useProblemText();
  const query = useQuery(journeyQuery(entry.id));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.title(entry.patient.fullName)}
      description={t.lead}
      footer={<Button onClick={onClose}>{t.done}</Button>}
    >
      <div className="flex flex-col gap-5">
        {query.isPending && (
          <LoadingRegion label={t.loading} className="flex flex-col gap-2">
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-12 w-full" />
          </LoadingRegion>
        )}
        {query.isError && !query.data && (
          <Notice tone="danger" title={t.failed} action={<TryAgain query={query} />}>
            {problemText(query.error, t.failed)}
          </Notice>
        )}
        {query.data && <Visit entry={entry} journey={query.data} />}
      </div>
    </Dialog>
  );
}

function Visit({ entry, journey }: { entry: StaffEntry; journey: Journey }): ReactNode {
  const t = useMessages('counter').counter.visit;
  const plan = usePlan(entry, journey);
  const { past, present, planned } = plan;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  function remove(at: number): void {
    // The pressed button disappears together with its step of the visit, so the heading takes the
    // focus.
    heading.current?.focus();
    plan.remove(at);
  }
  return (
    <>
      <section aria-labelledby={headingId} className="flex flex-col gap-2">
        <h3
          id={headingId}
          ref={heading}
          tabIndex={-1}
          className="text-sm font-semibold text-ink-soft"
        >
          {journey.token === null ? t.stops : <WithTokens>{t.stopsOf(journey.token)}</WithTokens>}
        </h3>
        <ol className="flex flex-col">
          {[...past, ...(present ? [present] : [])].map((stop) => (
            <Row key={stop.entryId} stop={stop} zone={journey.hospital.timeZone} />
          ))}
          {planned.map((stop, at) => (
            <Row
              // A line may be planned twice, so the React key also contains how many earlier
              // planned steps are in the same line.
              key={`${stop.lineId} ${planned.slice(0, at).filter(({ lineId }) => lineId === stop.lineId).length}`}
              stop={stop}
              zone={journey.hospital.timeZone}
              buttons={
                present && (
                  <PlanButtons
                    name={stop.name}
                    isFirst={at === 0}
                    isLast={at === planned.length - 1}
                    onMove={(by) => plan.move(at, by)}
                    onRemove={() => remove(at)}
                  />
                )
              }
            />
          ))}
        </ol>
        <p role="status" className="text-sm text-ink-soft">
          {plan.isSaving ? t.saving : plan.said}
        </p>
        {plan.error && <ProblemNotice problem={plan.error} fallback={t.notSaved} />}
      </section>
      {present ? <Adding entry={entry} plan={plan} /> : <p className="text-ink-soft">{t.over}</p>}
    </>
  );
}

type Plan = ReturnType<typeof usePlan>;

/**
 * The planned steps of a visit. Each change is saved; the server refuses it if a colleague has
 * changed the plan meanwhile.
 */
function usePlan(entry: StaffEntry, journey: Journey) {
  const t = useMessages('counter').counter.visit;
  const client = useQueryClient();
  const { queryKey } = journeyQuery(entry.id);
  const [said, say] = useState('');
  const past = journey.stops.filter(({ status }) => status !== null && !isOpen(status));
  const present = journey.stops.find(({ status }) => status !== null && isOpen(status));
  const planned = journey.stops.filter(({ status }) => status === null);
  const write = useWrite(planStops, {
    onSuccess: ({ journey: kept }) => client.setQueryData(queryKey, kept),
    onError: () => client.invalidateQueries({ queryKey }),
  });
  const there = planned.map(({ lineId }) => lineId);
  function keep(lineIds: string[], done: string): void {
    if (write.isPending) return;
    say('');
    write.mutate(
      { params: { id: present?.entryId ?? entry.id }, body: { lineIds, seen: { lineIds: there } } },
      { onSuccess: () => say(done) },
    );
  }
  return {
    past,
    present,
    planned,
    said,
    isSaving: write.isPending,
    error: write.error,
    add: (stop: Pick<JourneyStop, 'lineId' | 'name'>) =>
      keep([...there, stop.lineId], t.added(stop.name)),
    move(at: number, by: 1 | -1): void {
      const stop = planned[at];
      if (stop === undefined) return;
      const lineIds = there.toSpliced(at, 1).toSpliced(at + by, 0, stop.lineId);
      keep(lineIds, t.moved(stop.name, at + by + 1));
    },
    remove(at: number): void {
      keep(there.toSpliced(at, 1), t.removed(planned[at]?.name ?? ''));
    },
  };
}

function isOpen(status: NonNullable<JourneyStop['status']>): boolean {
  return status === 'pending_approval' || status === 'waiting' || status === 'in_progress';
}

/**
 * The lines that staff can add to the visit's plan. Lines that usually follow the last planned step
 * come first.
 */
function Adding({ entry, plan }: { entry: StaffEntry; plan: Plan }): ReactNode {
  const t = useMessages('counter').counter.visit;
  const problemText = useProblemText();
  const { present, planned } = plan;
  const last = planned.at(-1);
  const query = useQuery(nextStopsQuery(present?.entryId ?? entry.id, last?.lineId));
  const [busyWith, setBusyWith] = useState<string>();
  if (present === undefined) return null;
  if (planned.length >= maxPlannedStops) return <p className="text-ink-soft">{t.full}</p>;
  const isAway = last !== undefined && last.lineId !== present.lineId;
  const choices = query.data?.flatMap((stop) =>
    stop.lineId === last?.lineId
      ? []
      : [stop.why === 'planned' ? { ...stop, why: 'other' as const } : stop],
  );
  return (
    <section aria-label={t.add} className="flex flex-col gap-3">
      <h3 className="font-semibold text-ink">{t.add}</h3>
      {isAway && (
        <Button icon={<Undo2 aria-hidden="true" />} onClick={() => plan.add(present)}>
          {t.backTo(present.name)}
        </Button>
      )}
      {query.isPending && (
        <LoadingRegion label={t.loading}>
          <Skeleton className="h-12 w-full" />
        </LoadingRegion>
      )}
      {query.isError && !query.data && (
        <Notice tone="danger" title={t.linesFailed} action={<TryAgain query={query} />}>
          {problemText(query.error, t.linesFailed)}
        </Notice>
      )}
      {choices && (
        <StopChoices
          stops={choices}
          takesClosed
          busyWith={plan.isSaving ? busyWith : undefined}
          onChoose={(stop) => {
            setBusyWith(stop.lineId);
            plan.add(stop);
          }}
        />
      )}
    </section>
  );
}

function PlanButtons({
  name,
  isFirst,
  isLast,
  onMove,
  onRemove,
}: {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}): ReactNode {
  const t = useMessages('counter').counter.visit;
  return (
    <div className="flex shrink-0">
      {!isFirst && (
        <IconButton
          label={t.earlier(name)}
          icon={<ArrowUp aria-hidden="true" />}
          onClick={() => onMove(-1)}
        />
      )}
      {!isLast && (
        <IconButton
          label={t.later(name)}
          icon={<ArrowDown aria-hidden="true" />}
          onClick={() => onMove(1)}
        />
      )}
      <IconButton label={t.remove(name)} icon={<X aria-hidden="true" />} onClick={onRemove} />
    </div>
  );
}

function Row({
  stop,
  zone,
  buttons,
}: {
  stop: JourneyStop;
  zone: string;
  buttons?: ReactNode;
}): ReactNode {
  const t = useMessages('counter').counter.visit;
  const { status } = stop;
  const when = status === null ? 'planned' : isOpen(status) ? 'present' : 'past';
  return (
    <li
      {...(when === 'present' ? { 'aria-current': 'step' as const } : {})}
      className="flex items-center gap-3 border-b border-line py-2 last:border-b-0"
    >
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-7 shrink-0 place-items-center rounded-full [&_svg]:size-4',
          marks[when],
        )}
      >
        {when === 'present' && <CircleDot />}
        {when === 'past' && (status === 'completed' ? <Check /> : <CircleMinus />)}
        {when === 'planned' && stop.isReturn && <Undo2 />}
      </span>
      <div className="flex min-w-0 flex-1 flex-col">
        <p
          className={classNames(
            'wrap-anywhere',
            when === 'present' ? 'font-semibold text-ink' : 'text-ink',
          )}
        >
          <span className="sr-only">{`${t.when[when]}: `}</span>
          {stop.name}
        </p>
        <p className="text-sm text-ink-soft tabular-nums">
          <State stop={stop} zone={zone} />
        </p>
      </div>
      {buttons}
    </li>
  );
}

function State({ stop, zone }: { stop: JourneyStop; zone: string }): string {
  const t = useMessages('counter').counter.visit.state;
  const format = useFormat();
  const { status, endedAt, startedAt, since, position, isReturn, room } = stop;
  switch (status) {
    case null:
      return isReturn ? t.comesBack : t.toCome;
    case 'waiting':
      return t.waiting(format.number(position));
    case 'pending_approval':
      return t.asked;
    case 'in_progress': {
      const at = format.time(startedAt ?? since ?? '', zone);
      return room === null ? t.served(at) : t.servedAt(room, at);
    }
    case 'completed':
      return t.completed(format.time(endedAt ?? since ?? '', zone));
    default:
      return t.ended(format.time(endedAt ?? since ?? '', zone));
  }
}

const marks = {
  past: 'bg-success-soft text-success-ink',
  present: 'bg-primary text-on-primary',
  planned: 'border-2 border-dashed border-control-line/60 text-ink-soft',
};
