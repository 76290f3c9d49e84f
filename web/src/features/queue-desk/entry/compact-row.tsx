import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { ChevronDown, MapPinCheck } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { UrgencyBadge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { UnprovedPhone } from '../../../shared/patient/through-line.tsx';
import { VisitMarks } from '../../../shared/patient/visit-facts.tsx';
import { PhoneText } from '../../../ui/text/phone-text.ts';
import type { RowFact } from '../view/desk-view.ts';
import { useDeskView } from '../view/desk-view.store.ts';

/** One entry in one line; expanding it shows the rest [DESK-3]. */
export function CompactRow({
  entry,
  nameId,
  start,
  wait,
  special,
  actions,
  isNarrow = false,
  isUrgencyShown = entry.urgency === 'high',
  look = 'border-line',
  headingLevel,
  children,
}: {
  entry: StaffEntry;
  /** The id of the name, for aria-describedby. */
  nameId: string;
  /** Shown before the name, such as the place. */
  start?: ReactNode;
  /** The wait, or the age of a request; shown if chosen. */
  wait: ReactNode;
  /** Shown instead of the chosen facts, such as a hold or a request's reason. */
  special?: ReactNode;
  /** The most frequent actions. */
  actions: ReactNode;
  /** Whether it is in a column, where facts and buttons are below the name. */
  isNarrow?: boolean;
  /** Whether to show the urgency even with little space. */
  isUrgencyShown?: boolean;
  look?: string;
  headingLevel: 3 | 4;
  children: ReactNode;
}): ReactNode {
  const detailsId = useId();
  const [isOpen, setOpen] = useState(false);
  const [{ facts: chosen }] = useDeskView();
  const facts = special ?? <ChosenFacts {...{ entry, chosen, wait, isNarrow }} />;
  const urgency = (
    <span className={classNames('shrink-0', !isUrgencyShown && 'hidden @md:block')}>
      <UrgencyBadge urgency={entry.urgency} />
    </span>
  );
  const buttons = <span className="flex shrink-0 items-center gap-1 print:hidden">{actions}</span>;
  return (
    <article
      aria-labelledby={nameId}
      className={classNames(
        '@container rounded-control border bg-surface print:break-inside-avoid',
        look,
      )}
    >
      <div className="flex h-11 items-center gap-2 overflow-hidden px-2">
        {start}
        <NameToggle
          {...{ nameId, detailsId, isOpen, headingLevel }}
          name={entry.patient.fullName}
          onToggle={() => setOpen(!isOpen)}
        />
        {entry.token !== null && (
          <span className="shrink-0 text-sm font-semibold text-ink tabular-nums">
            {entry.token}
          </span>
        )}
        <VisitMarks entry={entry} />
        {chosen.includes('checkedIn') && <HereMark entry={entry} />}
        {!isNarrow && (
          <>
            {urgency}
            <span className="hidden shrink-0 text-sm text-ink-soft tabular-nums @lg:block">
              {facts}
            </span>
            {/* Hidden on a phone, where buttons with labels leave no space for the name; the
                expanded row shows it. */}
            <span className="contents [&_button]:min-w-11 [&_button>span]:sr-only @sm:[&_button>span]:not-sr-only">
              {buttons}
            </span>
          </>
        )}
      </div>
      {isNarrow && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 pb-1.5">
          {urgency}
          <div
            className={classNames(
              'min-w-0 flex-1 text-sm text-ink-soft tabular-nums',
              // On a phone a request's text does not fit beside its buttons.
              special !== undefined && 'basis-48',
            )}
          >
            {facts}
          </div>
          {buttons}
        </div>
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

/** The patient's name, which expands the row. */
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
    <Heading className="flex min-w-0 flex-1 items-center gap-2 text-[0.9375rem]">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        title={isOpen ? queueDesk.closeRow : queueDesk.openRow}
        className="flex h-11 min-w-0 items-center gap-1 rounded-control font-semibold text-ink hover:text-primary-ink"
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

/** The facts that each user has chosen to see in a row. */
function ChosenFacts({
  entry: { patient, symptoms },
  chosen,
  wait,
  isNarrow,
}: {
  entry: StaffEntry;
  chosen: readonly RowFact[];
  wait: ReactNode;
  isNarrow: boolean;
}): ReactNode {
  const hasReason = chosen.includes('reason') && symptoms !== null && symptoms !== '';
  return (
    <span className={classNames('flex items-center gap-x-3 empty:hidden', isNarrow && 'flex-wrap')}>
      {chosen.includes('wait') && wait}
      {chosen.includes('phone') && patient.phone !== null && (
        <span className="inline-flex flex-wrap items-center gap-x-1.5">
          <PhoneText number={patient.phone} />
          <UnprovedPhone isProved={patient.isPhoneProved} />
        </span>
      )}
      {hasReason && (
        <bdi className="max-w-48 truncate" title={symptoms}>
          {symptoms}
        </bdi>
      )}
    </span>
  );
}

/** A mark that the patient has arrived. */
function HereMark({ entry }: { entry: StaffEntry }): ReactNode {
  const { arrival } = useMessages('arrival');
  const format = useFormat();
  // After a missed call an earlier arrival is no help.
  if (entry.checkedInAt === null || isAway(entry)) return null;
  const text = arrival.hereSince(format.time(entry.checkedInAt, entry.hospital.timeZone));
  return (
    <span title={text} className="shrink-0 text-success-ink">
      <MapPinCheck aria-hidden="true" className="size-4" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
