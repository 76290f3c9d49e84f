import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { ChevronDown, MapPinCheck } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { NoteText } from '../../../shared/patient/note-text.tsx';
import { LateAnswersMark } from '../../../shared/answer-summary/late-answers.tsx';
import { UnprovedPhone } from '../../../shared/patient/through-line.tsx';
import { VisitMarks } from '../../../shared/patient/visit-facts.tsx';
import { UrgencyBadge } from '../../../ui/urgency-badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { PhoneText } from '../../../ui/text/phone-text.ts';
import { useDeskView } from '../view/desk-view.store.ts';
import type { RowFact } from '../view/desk-view.ts';
import '../desk.css';

/** A queue entry as a single-line list item. Expanding the item shows further details [DESK-3]. */
export function CompactRow({
  entry,
  nameId,
  start,
  wait,
  special,
  arrival,
  onward,
  actions,
  isNarrow = false,
  isUrgencyShown = entry.urgency === 'high',
  look = 'border-line',
  headingLevel,
  children,
}: {
  entry: StaffEntry;
  /** The id of the element with the patient's name, for aria-describedby. */
  nameId: string;
  /** Content before the patient's name, for example the place in line. */
  start?: ReactNode;
  /**
   * The patient's expected wait, or the age of a request. Shown if the user has chosen to see it.
   */
  wait: ReactNode;
  /**
   * Content that replaces the details that the user chose, for example about a missed call or the
   * reason of a request.
   */
  special?: ReactNode;
  /** Content that is shown until the patient has arrived, for example the check-in button. */
  arrival?: ReactNode;
  /** The buttons to forward the patient to another line, as icons. */
  onward?: ReactNode;
  /** The buttons of the most frequent actions. */
  actions: ReactNode;
  /**
   * Whether the list item is in a narrow column. Details and buttons are then below the patient's
   * name.
   */
  isNarrow?: boolean;
  /** Whether to show the urgency even if space is scarce. */
  isUrgencyShown?: boolean;
  look?: string;
  headingLevel: 3 | 4;
  children: ReactNode;
}): ReactNode {
  const detailsId = useId();
  const [isOpen, setOpen] = useState(false);
  const [{ facts: chosen }] = useDeskView();
  const facts = special ?? <ChosenFacts {...{ entry, chosen, wait, isNarrow }} />;
  const urgency = <RowUrgency {...{ entry, isNarrow, isUrgencyShown }} />;
  const buttons = <span className="flex shrink-0 items-center gap-1 print:hidden">{actions}</span>;
  return (
    <article
      aria-labelledby={nameId}
      className={classNames(
        // Neighbouring list items share one border, as in a table.
        '@container -mb-px border bg-surface print:break-inside-avoid',
        look,
      )}
    >
      {/* Positioned, so that it also clips text for screen readers, which would widen the page. */}
      <div className="relative flex h-11 items-center gap-1.5 overflow-hidden px-2 md:pointer-fine:h-9">
        {start}
        {entry.token !== null && (
          <span className="min-w-12 shrink-0 text-sm font-semibold text-ink tabular-nums">
            {entry.token}
          </span>
        )}
        <NameToggle
          {...{ nameId, detailsId, isOpen, headingLevel }}
          name={entry.patient.fullName}
          onToggle={() => setOpen(!isOpen)}
        />
        <VisitMarks entry={entry} />
        <span className="contents [&_button>span]:sr-only">
          <LateAnswersMark visitId={entry.id} />
        </span>
        {chosen.includes('checkedIn') && <HereMark entry={entry} arrival={arrival} />}
        {isNarrow ? null : (
          <>
            <span className="min-w-0 flex-1 truncate text-sm text-ink-soft">
              {chosen.includes('reason') && <Reason entry={entry} />}
            </span>
            {/* Shrinks only after the name, so that the end of a wait stays in sight. */}
            <span className="hidden min-w-0 shrink-[0.02] truncate text-sm text-ink-soft tabular-nums @lg:block">
              {facts}
            </span>
            {urgency}
            <span className="desk-onward flex shrink-0 print:hidden">{onward}</span>
            {/* Hidden on a phone, where labels leave no space for the name. */}
            <span className="desk-buttons contents [&_button]:min-w-11 [&_button]:py-0 [&_button>span]:sr-only @sm:[&_button>span]:not-sr-only">
              {buttons}
            </span>
          </>
        )}
      </div>
      {isNarrow && (
        <BelowName start={urgency} facts={facts} isLong={special !== undefined}>
          <span className="desk-onward flex shrink-0 print:hidden">{onward}</span>
          {buttons}
        </BelowName>
      )}
      <div
        id={detailsId}
        hidden={!isOpen}
        className="flex flex-col gap-2 border-t border-line px-3 py-2.5"
      >
        {isOpen && children}
      </div>
    </article>
  );
}

/**
 * Content below the patient's name in a narrow column: the urgency, further details, and the
 * buttons.
 */
function BelowName({
  start,
  facts,
  isLong,
  children,
}: {
  start: ReactNode;
  facts: ReactNode;
  /** Whether the patient's details do not fit beside the buttons on a phone. */
  isLong: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 pb-1.5">
      {start}
      <div
        className={classNames(
          'min-w-0 flex-1 text-sm text-ink-soft tabular-nums',
          isLong && 'basis-48',
        )}
      >
        {facts}
      </div>
      {children}
    </div>
  );
}

/** The urgency. Beside the wait only high urgency keeps its word, because the wait needs the space. */
function RowUrgency({
  entry: { urgency },
  isNarrow,
  isUrgencyShown,
}: {
  entry: StaffEntry;
  isNarrow: boolean;
  isUrgencyShown: boolean;
}): ReactNode {
  return (
    <span className={classNames('desk-urgency shrink-0', !isUrgencyShown && 'hidden @md:block')}>
      <UrgencyBadge urgency={urgency} isBrief={!isNarrow && urgency !== 'high'} />
    </span>
  );
}

/** The patient's name as a button that expands the list item. */
function NameToggle({
  name,
  nameId,
  detailsId,
  isOpen,
  headingLevel,
  onToggle,
}: {
  name: string;
  nameId: string;
  detailsId: string;
  isOpen: boolean;
  headingLevel: 3 | 4;
  onToggle: () => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const Heading = headingLevel === 3 ? 'h3' : 'h4';
  return (
    <Heading className="desk-name flex items-center gap-2 text-[0.9375rem]">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        title={isOpen ? queueDesk.closeRow : queueDesk.openRow}
        className="flex h-11 min-w-0 items-center gap-1 rounded-control font-semibold text-ink hover:text-primary-ink md:pointer-fine:h-9"
        onClick={onToggle}
      >
        <ChevronDown
          aria-hidden="true"
          className={classNames('size-4 shrink-0 text-ink-soft', isOpen && 'rotate-180')}
        />
        <bdi id={nameId} className="truncate">
          {name}
        </bdi>
      </button>
    </Heading>
  );
}

/** The details about a patient that the user has chosen to see in a compact list item. */
function ChosenFacts({
  entry,
  chosen,
  wait,
  isNarrow,
}: {
  entry: StaffEntry;
  chosen: readonly RowFact[];
  wait: ReactNode;
  isNarrow: boolean;
}): ReactNode {
  const { patient } = entry;
  return (
    <span className={classNames('flex items-center gap-x-3 empty:hidden', isNarrow && 'flex-wrap')}>
      {chosen.includes('wait') && wait}
      {chosen.includes('phone') && patient.phone !== null && (
        <span className="inline-flex flex-wrap items-center gap-x-1.5">
          <PhoneText number={patient.phone} />
          <UnprovedPhone isProved={patient.isPhoneProved} />
        </span>
      )}
      {isNarrow && chosen.includes('reason') && (
        <span className="max-w-48 truncate">
          <Reason entry={entry} />
        </span>
      )}
    </span>
  );
}

/** The patient's symptoms and the staff's note, as far as there is space. */
function Reason({ entry: { symptoms, notes } }: { entry: StaffEntry }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return (
    <>
      {symptoms && (
        <>
          <span className="sr-only">{`${queueDesk.symptoms}: `}</span>
          <bdi title={symptoms}>{symptoms}</bdi>
        </>
      )}
      {notes && (
        <span className="ms-2 italic" title={notes}>
          <span className="sr-only">{`${queueDesk.staffNotes}: `}</span>
          <NoteText note={notes} />
        </span>
      )}
    </>
  );
}

/**
 * An icon that says that the patient has arrived. Before the arrival, the `arrival` element is
 * shown instead.
 */
function HereMark({
  entry,
  arrival: before,
}: {
  entry: StaffEntry;
  arrival: ReactNode;
}): ReactNode {
  const { arrival } = useMessages('arrival');
  const format = useFormat();
  // After a missed call, the earlier arrival does not mean that the patient is still at the
  // hospital.
  if (isAway(entry)) return null;
  if (entry.checkedInAt === null) return before;
  const text = arrival.hereSince(format.time(entry.checkedInAt, entry.hospital.timeZone));
  return (
    <span title={text} className="shrink-0 text-success-ink">
      <MapPinCheck aria-hidden="true" className="size-4" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
