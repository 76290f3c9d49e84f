import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { CirclePause, DoorOpen, GripVertical, Timer, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { LateAnswersMark } from '../../../shared/answer-summary/late-answers.tsx';
import { VisitFacts } from '../../../shared/patient/visit-facts.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/text/facts.tsx';
import { ClockTime } from '../../../ui/text/time.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useWhen } from '../../../ui/text/use-when.ts';
import { ArrivalLine } from './arrival-line.tsx';
import { CompactRow } from './compact-row.tsx';
import { RowActions } from './entry-actions.tsx';
import { JudgedUrgency, PatientContact, StaffNotes, Symptoms } from './entry-facts.tsx';
import { useEffectText, useMoveEffect } from '../actions/move-effect.tsx';
import { isOverdue } from './suggestion.ts';
import { UrgencyButton } from './urgency-button.tsx';
import type { Grip } from './use-reorder.ts';

export interface WaitingRowProps {
  entry: StaffEntry;
  /** Whether no patient behind could go first. */
  isLast: boolean;
  consultationRuns: boolean;
  /** One line that expands. */
  isCompact: boolean;
  /** Whether it is in a column, with its facts below the line. */
  isNarrow?: boolean;
  grip: Grip;
  /** While dragged: the entry as it was when picked up. */
  lifted: StaffEntry | null;
}

/** A waiting entry: place, patient, wait, and the actions [ADM-5, STAFF-3, STAFF-4]. */
export const WaitingRow = memo(function WaitingRow(props: WaitingRowProps): ReactNode {
  return props.isCompact ? <OneLine {...props} /> : <AllFacts {...props} />;
});

function OneLine({
  entry,
  isLast,
  consultationRuns,
  isNarrow = false,
  grip,
  lifted,
}: WaitingRowProps): ReactNode {
  const when = useWhen();
  const nameId = useId();
  const around = { isLast, consultationRuns };
  const mayMiss = useMayMiss(entry);
  const { waitRange, position } = entry;
  return (
    <CompactRow
      entry={entry}
      nameId={nameId}
      headingLevel={4}
      look={lookOf(entry, lifted)}
      start={
        <>
          <GripButton entry={entry} grip={grip} isLifted={lifted !== null} />
          <Place position={position} size="size-7 text-sm" />
        </>
      }
      wait={mayMiss ?? when(waitRange, entry.hospital.timeZone)}
      special={special()}
      isNarrow={isNarrow}
      actions={<RowActions entry={entry} around={around} describedBy={nameId} isMainOnly />}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Times entry={entry} />
        <UrgencyButton entry={entry} describedBy={nameId} />
      </div>
      <PatientContact patient={entry.patient} />
      <Particulars entry={entry} />
      <RowActions entry={entry} around={around} describedBy={nameId} />
    </CompactRow>
  );

  function special(): ReactNode {
    if (lifted) return <LiftedEffect entry={lifted} place={position} />;
    return isAway(entry) ? <HoldMark entry={entry} /> : undefined;
  }
}

function lookOf(entry: StaffEntry, lifted: StaffEntry | null): string {
  const edge = lifted ? 'border-primary shadow-lg select-none' : 'border-line shadow-card';
  return isAway(entry) ? `${edge} border-dashed` : edge;
}

function Place({ position, size }: { position: number; size: string }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return (
    <span
      className={classNames(
        'grid shrink-0 place-items-center rounded-full font-bold tabular-nums',
        size,
        position === 1 ? 'bg-primary text-on-primary' : 'bg-sunken text-ink',
      )}
    >
      <span aria-hidden="true">{position}</span>
      <span className="sr-only">{queueDesk.place(position)}</span>
    </span>
  );
}

/** The hold, a delay, the arrival, and the texts of patient and staff. */
function Particulars({ entry }: { entry: StaffEntry }): ReactNode {
  return (
    <>
      <HoldMark entry={entry} />
      <DelayMark entry={entry} />
      <ArrivalLine entry={entry} />
      <VisitFacts entry={entry} />
      <Symptoms text={entry.symptoms} />
      <LateAnswersMark visitId={entry.id} />
      <JudgedUrgency entry={entry} />
      <StaffNotes text={entry.notes} />
    </>
  );
}

function AllFacts({ entry, isLast, consultationRuns, grip, lifted }: WaitingRowProps): ReactNode {
  const nameId = useId();
  const { position, patient } = entry;
  return (
    <article
      aria-labelledby={nameId}
      className={classNames(
        '@container rounded-card border bg-surface p-3 print:break-inside-avoid',
        lookOf(entry, lifted),
      )}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 @2xl:grid-cols-[auto_minmax(0,1fr)_auto]">
        <span className="flex items-start">
          <GripButton entry={entry} grip={grip} isLifted={lifted !== null} />
          <Place position={position} size="size-9 text-[0.9375rem]" />
        </span>
        <div className="flex min-w-0 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <h4 id={nameId} className="font-semibold wrap-anywhere text-ink">
              <bdi>{patient.fullName}</bdi>
            </h4>
            <UrgencyButton entry={entry} describedBy={nameId} />
          </div>
        </div>
        <div className="col-span-2 flex min-w-0 flex-col gap-1 empty:hidden @md:col-span-1 @md:col-start-2 @2xl:col-end-4 @2xl:row-start-2">
          <Times entry={entry} />
          {lifted && <LiftedEffect entry={lifted} place={position} />}
          <Particulars entry={entry} />
        </div>
        <div className="col-span-2 @2xl:col-start-2 @2xl:col-end-4">
          <RowActions entry={entry} around={{ isLast, consultationRuns }} describedBy={nameId} />
        </div>
      </div>
    </article>
  );
}

/**
 * The drag handle: drag, press Space to grab by keyboard, or click for a dialog that asks for a
 * place.
 */
function GripButton({
  entry,
  grip,
  isLifted,
}: {
  entry: StaffEntry;
  grip: Grip;
  isLifted: boolean;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return (
    <button
      type="button"
      aria-label={queueDesk.grip(entry.patient.fullName)}
      title={queueDesk.gripHint}
      className={classNames(
        // The touch target is 44 px wide, over the card's edge and the gap before the place.
        'relative -ms-2 grid h-11 w-7 shrink-0 touch-none place-items-center rounded-control text-ink-soft pointer-coarse:before:absolute pointer-coarse:before:-inset-x-2 pointer-coarse:before:inset-y-0 hover:bg-sunken hover:text-ink md:pointer-fine:h-9 print:hidden',
        isLifted ? 'cursor-grabbing' : 'cursor-grab',
      )}
      onPointerDown={(event) => grip.press(entry, event)}
      onClick={() => grip.click(entry)}
      onKeyDown={(event) => grip.key(entry, event)}
    >
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  );
}

/** The effect of dropping here. */
function LiftedEffect({ entry, place }: { entry: StaffEntry; place: number }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const effect = useMoveEffect(entry, place === entry.position ? undefined : place);
  const effectText = useEffectText();
  if (place === entry.position) {
    return <p className="min-h-6 text-sm text-ink-soft">{queueDesk.effectNone}</p>;
  }
  return (
    <p role="status" className="min-h-6 text-sm font-semibold text-primary-ink">
      {effect ? effectText(effect) : ''}
    </p>
  );
}

/** A mark for a missed call, or for the return after one. */
function HoldMark({ entry }: { entry: StaffEntry }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const { hold, hospital } = entry;
  if (hold === null) return null;
  return hold.backAt === null ? (
    <Badge tone="warning" icon={CirclePause} className="whitespace-normal!">
      {`${queueDesk.awaySince(format.time(hold.calledAt, hospital.timeZone))} · ${queueDesk.missedCalls(hold.calls)}`}
    </Badge>
  ) : (
    <Badge tone="success" icon={DoorOpen} className="whitespace-normal!">
      {queueDesk.backSince(format.time(hold.backAt, hospital.timeZone))}
    </Badge>
  );
}

/** A mark that the patient is late, or lets others go first [WAIT-1]. */
function DelayMark({ entry }: { entry: StaffEntry }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const { delay, hospital } = entry;
  if (delay === null) return null;
  const time = format.time(delay.at, hospital.timeZone);
  return (
    <Badge tone="warning" icon={Timer} className="whitespace-normal!">
      {delay.minutes === null
        ? queueDesk.goesLater(time)
        : queueDesk.runsLate(format.number(delay.minutes), time)}
    </Badge>
  );
}

/** The time by which the desk should call, by urgency; highlighted once it has passed. */
function Due({ entry, dueAt }: { entry: StaffEntry; dueAt: string }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const now = useNow();
  const time = format.time(dueAt, entry.hospital.timeZone);
  return isOverdue(entry, now) ? (
    <span className="font-semibold whitespace-nowrap text-danger-ink">
      <TriangleAlert aria-hidden="true" className="me-1 mb-0.5 inline size-4" />
      {queueDesk.overdue(time)}
    </span>
  ) : (
    queueDesk.dueAt(time)
  );
}

/** That the hours may end before the call; undefined otherwise. */
function useMayMiss({ line }: StaffEntry): string | undefined {
  const { queueDesk } = useMessages('queueDesk');
  if (line?.state === 'closing') return queueDesk.mayMiss;
  return line?.state === 'beyond_hours' ? queueDesk.notToday : undefined;
}

function Times({ entry }: { entry: StaffEntry }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const when = useWhen();
  const now = useNow();
  const mayMiss = useMayMiss(entry);
  const { waitRange, dueAt } = entry;
  // An overdue patient should already have been called, so no later time is shown.
  const expected = isOverdue(entry, now) ? undefined : when(waitRange, entry.hospital.timeZone);
  return (
    <Facts className="text-sm text-ink-soft tabular-nums">
      <span>
        {`${queueDesk.joinedAt} `}
        <ClockTime moment={entry.joinedAt} zone={entry.hospital.timeZone} />
      </span>
      {expected}
      {mayMiss !== undefined && <span className="font-semibold text-warning-ink">{mayMiss}</span>}
      {expected === undefined && dueAt !== null && <Due entry={entry} dueAt={dueAt} />}
    </Facts>
  );
}
