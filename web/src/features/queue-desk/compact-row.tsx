import type { StaffEntry } from '@baari/contract/queue.ts';
import { ChevronDown, MapPinCheck } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { UrgencyBadge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';

/** The height of one, with its borders, in px. */
export const compactHeight = 46;

/** One entry as one line of text; opening it shows all the rest [DESK-3]. */
export function CompactRow({
  entry,
  nameId,
  start,
  facts,
  actions,
  look = 'border-line',
  headingLevel,
  children,
}: {
  entry: StaffEntry;
  /** For what describes itself by whose entry it is. */
  nameId: string;
  /** Before the name, such as the place. */
  start?: ReactNode;
  /** Behind the name, where there is room. */
  facts: ReactNode;
  /** What is done most. */
  actions: ReactNode;
  look?: string;
  headingLevel: 3 | 4;
  children: ReactNode;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const detailsId = useId();
  const [isOpen, setOpen] = useState(false);
  const Heading = headingLevel === 3 ? 'h3' : 'h4';
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
        <Heading className="flex min-w-0 flex-1 items-center gap-2 text-[0.9375rem]">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            title={isOpen ? queueDesk.closeRow : queueDesk.openRow}
            className="flex h-11 min-w-0 items-center gap-1 rounded-control font-semibold text-ink hover:text-primary-ink"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown
              aria-hidden="true"
              className={classNames('size-4 shrink-0 text-ink-soft', isOpen && 'rotate-180')}
            />
            <span id={nameId} className="truncate">
              {entry.patient.fullName}
            </span>
          </button>
        </Heading>
        {entry.token !== null && (
          <span className="shrink-0 text-sm font-semibold text-ink tabular-nums">
            {entry.token}
          </span>
        )}
        <HereMark entry={entry} />
        <span className={classNames('shrink-0', entry.urgency !== 'high' && 'hidden @md:block')}>
          <UrgencyBadge urgency={entry.urgency} />
        </span>
        <span className="hidden shrink-0 text-sm text-ink-soft tabular-nums @lg:block">
          {facts}
        </span>
        <span className="flex shrink-0 items-center gap-1 print:hidden">{actions}</span>
      </div>
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

/** Seen to be at the hospital. */
function HereMark({ entry }: { entry: StaffEntry }): ReactNode {
  const { arrival } = useMessages('arrival');
  const format = useFormat();
  if (entry.checkedInAt === null) return null;
  const text = arrival.hereSince(format.time(entry.checkedInAt, entry.hospital.timeZone));
  return (
    <span title={text} className="shrink-0 text-success-ink">
      <MapPinCheck aria-hidden="true" className="size-4" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
