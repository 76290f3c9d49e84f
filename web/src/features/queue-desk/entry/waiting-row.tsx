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
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useWhen } from '../../../ui/text/use-when.ts';
import { ArrivalLine, CheckInButton } from './arrival-line.tsx';
import { CompactRow } from './compact-row.tsx';
import { OnwardButtons, RowActions } from './entry-actions.tsx';
import { JudgedUrgency, PatientContact, StaffNotes, Symptoms } from './entry-facts.tsx';
import { useUnderway } from '../actions/desk-changes.store.ts';
import { isMove } from '../actions/desk-changes.ts';
import { useEffectText, useMoveEffect } from '../actions/move-effect.tsx';
import { isOverdue } from './suggestion.ts';
import { whenBriefly } from './when-briefly.ts';
import { UrgencyButton } from './urgency-button.tsx';
import type { Grip } from './use-reorder.ts';

export interface WaitingRowProps {
  entry: StaffEntry;
  /** Whether there is no patient behind this one whom the desk could let go first. */
  isLast: boolean;
  consultationRuns: boolean;
  /** Whether the queue entry is shown as a single-line item that the user can expand. */
  isCompact: boolean;
  /** Whether the list item is in a narrow column. Details are then below the patient's name. */
  isNarrow?: boolean;
  grip: Grip;
  /**
   * While the user drags this item: the queue entry as it was when dragging began. Otherwise null.
   */
  lifted: StaffEntry | null;
}

/**
 * A waiting patient in the desk's list: place in line, name, wait, and actions [ADM-5, STAFF-3,
 * STAFF-4].
 */
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
  const nameId = useId();
  const around = { isLast, consultationRuns };
  const mayMiss = useMayMiss(entry);
  const underway = useUnderway(entry.id);
  const isBusy = underway !== undefined && !isMove(underway);
  const { position } = entry;
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
      wait={mayMiss ?? <ShortWait entry={entry} />}
      special={special()}
      isNarrow={isNarrow}
      arrival={<CheckInButton entry={entry} isBrief isQuiet />}
      onward={<OnwardButtons entry={entry} describedBy={nameId} busy={isBusy} isQuiet isBrief />}
      actions={<RowActions entry={entry} around={around} describedBy={nameId} which="main" />}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Times entry={entry} isExpanded />
        <UrgencyButton entry={entry} describedBy={nameId} />
      </div>
      <PatientContact patient={entry.patient} />
      {!isAway(entry) && <HoldMark entry={entry} />}
      <Particulars entry={entry} />
      <RowActions entry={entry} around={around} describedBy={nameId} which="others" />
    </CompactRow>
  );

  function special(): ReactNode {
    if (lifted) return <LiftedEffect entry={lifted} place={position} />;
    if (isAway(entry)) return <HoldMark entry={entry} isBrief />;
    return entry.delay === null ? undefined : <DelayMark entry={entry} isBrief />;
  }
}

/**
 * When the patient is expected to be called in, as clock times. Screen readers and the tooltip have
 * the expected time in words.
 */
function ShortWait({ entry: { waitRange, hospital } }: { entry: StaffEntry }): ReactNode {
  const { ui } = useMessages();
  const when = useWhen();
  const format = useFormat();
  const now = useNow();
  const words = when(waitRange, hospital.timeZone);
  const brief = whenBriefly(waitRange, now, hospital.timeZone, { ui, format });
  if (brief === words) return words;
  return (
    <span title={words}>
      <span aria-hidden="true">{brief}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

function lookOf(entry: StaffEntry, lifted: StaffEntry | null): string {
  const edge = lifted ? 'border-primary shadow-lg select-none' : 'border-line';
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

/** The patient's arrival, and the texts written by the patient and by staff. */
function Particulars({ entry }: { entry: StaffEntry }): ReactNode {
  return (
    <>
      <ArrivalLine entry={entry} />
      <VisitFacts entry={entry} />
      <Symptoms text={entry.symptoms} />
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
        lifted === null && 'shadow-card',
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
          <HoldMark entry={entry} />
          <DelayMark entry={entry} />
          <Particulars entry={entry} />
          <LateAnswersMark visitId={entry.id} />
        </div>
        <div className="col-span-2 @2xl:col-start-2 @2xl:col-end-4">
          <RowActions entry={entry} around={{ isLast, consultationRuns }} describedBy={nameId} />
        </div>
      </div>
    </article>
  );
}

/**
 * The drag handle of a waiting patient. The user can drag it, press Space to grab it by keyboard,
 * or click it for a dialog that asks for a place.
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
        // The area to tap is 44 px wide. It extends over the card's edge and the gap before the
        // place number.
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

/** Shows the effect of dropping the dragged patient at this place in line. */
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

interface MarkProps {
  entry: StaffEntry;
  /** Whether the badge must stay on one line of text. */
  isBrief?: boolean;
}

/** A badge for a missed call, or for the return after a missed call. */
function HoldMark({ entry, isBrief = false }: MarkProps): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const { hold, hospital } = entry;
  if (hold === null) return null;
  return hold.backAt === null ? (
    <Badge tone="warning" icon={CirclePause} className={isBrief ? '' : 'whitespace-normal!'}>
      {`${queueDesk.awaySince(format.time(hold.calledAt, hospital.timeZone))} · ${queueDesk.missedCalls(hold.calls)}`}
    </Badge>
  ) : (
    <Badge tone="success" icon={DoorOpen} className={isBrief ? '' : 'whitespace-normal!'}>
      {queueDesk.backSince(format.time(hold.backAt, hospital.timeZone))}
    </Badge>
  );
}

/** A badge that says that the patient is late, or lets other patients go first [WAIT-1]. */
function DelayMark({ entry, isBrief = false }: MarkProps): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const { delay, hospital } = entry;
  if (delay === null) return null;
  const time = format.time(delay.at, hospital.timeZone);
  return (
    <Badge tone="warning" icon={Timer} className={isBrief ? '' : 'whitespace-normal!'}>
      {delay.minutes === null
        ? queueDesk.goesLater(time)
        : queueDesk.runsLate(format.number(delay.minutes), time)}
    </Badge>
  );
}

/**
 * A warning that the patient should already have been called. It shows no second time in the row;
 * the tooltip has it, and the suggestion above the line explains it.
 */
function Overdue({ entry, dueAt }: { entry: StaffEntry; dueAt: string }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const text = queueDesk.overdue(format.time(dueAt, entry.hospital.timeZone));
  return (
    <span className="font-semibold whitespace-nowrap text-danger-ink" title={text}>
      <TriangleAlert aria-hidden="true" className="me-1 mb-0.5 inline size-4" />
      {queueDesk.overdueBriefly}
    </span>
  );
}

/**
 * A note that the hours may end before the patient is called in. Undefined if this is not expected.
 */
function useMayMiss({ line }: StaffEntry): string | undefined {
  const { queueDesk } = useMessages('queueDesk');
  if (line?.state === 'closing') return queueDesk.mayMiss;
  return line?.state === 'beyond_hours' ? queueDesk.notToday : undefined;
}

/**
 * When the patient is expected to be called: the one time of a row. The time of joining is in the
 * tooltip and, for an expanded row, among the details.
 */
function Times({
  entry,
  isExpanded = false,
}: {
  entry: StaffEntry;
  isExpanded?: boolean;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const when = useWhen();
  const format = useFormat();
  const now = useNow();
  const mayMiss = useMayMiss(entry);
  const { waitRange, dueAt, joinedAt, hospital } = entry;
  const expected = when(waitRange, hospital.timeZone);
  const joined = `${queueDesk.joinedAt} ${format.timeOrDate(joinedAt, now, hospital.timeZone)}`;
  return (
    <Facts className="text-sm text-ink-soft tabular-nums">
      {expected !== undefined && <span title={joined}>{expected}</span>}
      {(expected === undefined || isExpanded) && joined}
      {mayMiss !== undefined && <span className="font-semibold text-warning-ink">{mayMiss}</span>}
      {dueAt !== null && isOverdue(entry, now) && <Overdue entry={entry} dueAt={dueAt} />}
    </Facts>
  );
}
