import type { QueueEntry } from '@baari/contract/queue.ts';
import { ArrowDown, ArrowUp, NotebookPen, Play, UserMinus, UserX } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { UrgencyBadge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ClockTime } from '../../ui/time.tsx';
import { ArrivalLine } from './arrival-line.tsx';
import { useDesk } from './desk.tsx';
import type { DeskRights } from './desk-access.ts';
import { useUnderway } from './desk-changes.store.ts';
import { StaffNotes, Symptoms } from './entry-facts.tsx';

export interface WaitingRowProps {
  entry: QueueEntry;
  /** Nobody waits behind. */
  last: boolean;
  rights: DeskRights;
  /** Offers to call the first one in; `blocked` while a consultation runs. */
  start: 'none' | 'offered' | 'blocked';
  /** Says whose queue it is, where several are listed. */
  showDoctor: boolean;
}

/** One who waits: the place, who, since when, and what can be done [ADM-5, STAFF-3, STAFF-4]. */
export const WaitingRow = memo(function WaitingRow({
  entry,
  last,
  rights,
  start,
  showDoctor,
}: WaitingRowProps): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const nameId = useId();
  const { position, patient } = entry;
  return (
    <article
      aria-labelledby={nameId}
      className="@container rounded-card border border-line bg-surface p-3 shadow-card print:break-inside-avoid"
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 @lg:grid-cols-[auto_minmax(0,1fr)_auto]">
        <span
          className={classNames(
            'grid size-9 shrink-0 place-items-center rounded-full text-[0.9375rem] font-bold tabular-nums',
            position === 1 ? 'bg-primary text-on-primary' : 'bg-sunken text-ink',
          )}
        >
          <span aria-hidden="true">{position}</span>
          <span className="sr-only">{queueDesk.place(position)}</span>
        </span>
        <div className="flex min-w-0 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <h4 id={nameId} className="font-semibold wrap-anywhere text-ink">
              {patient.fullName}
            </h4>
            <UrgencyBadge urgency={entry.urgency} />
          </div>
          {showDoctor && <DoctorLine doctor={entry.doctor} />}
          <Times entry={entry} />
        </div>
        <div className="col-start-2 flex min-w-0 flex-col gap-1 empty:hidden @lg:col-end-4 @lg:row-start-2">
          <ArrivalLine entry={entry} />
          <Symptoms text={entry.symptoms} />
          <StaffNotes text={entry.notes} />
        </div>
        <div className="col-span-2 @lg:col-span-1 @lg:col-start-3 @lg:row-start-1">
          <RowActions {...{ entry, last, rights, start, nameId }} />
        </div>
      </div>
    </article>
  );
});

function RowActions({
  entry,
  last,
  rights,
  start,
  nameId,
}: Omit<WaitingRowProps, 'showDoctor'> & { nameId: string }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const desk = useDesk();
  const underway = useUnderway(entry.id);
  const busy = underway !== undefined && underway !== 'move';
  const shared = { disabled: busy, 'aria-describedby': nameId };
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-0.5 gap-y-1 @lg:flex-nowrap print:hidden">
      {start !== 'none' && (
        <Button
          variant="primary"
          size="small"
          className="mr-auto @lg:mr-1"
          icon={<Play aria-hidden="true" />}
          aria-describedby={nameId}
          disabled={busy || start === 'blocked'}
          title={start === 'blocked' ? queueDesk.startBlocked : undefined}
          onClick={() => void desk.start(entry)}
        >
          {queueDesk.start}
        </Button>
      )}
      {entry.position > 1 && (
        <IconButton
          {...shared}
          label={queueDesk.moveUp}
          icon={<ArrowUp aria-hidden="true" />}
          onClick={() => void desk.moveUp(entry)}
        />
      )}
      {!last && (
        <IconButton
          {...shared}
          label={queueDesk.moveDown}
          icon={<ArrowDown aria-hidden="true" />}
          onClick={() => void desk.moveDown(entry)}
        />
      )}
      <IconButton
        {...shared}
        label={queueDesk.addNotes}
        icon={<NotebookPen aria-hidden="true" />}
        onClick={() => desk.ask('notes', entry)}
      />
      {rights.markNoShow && (
        <IconButton
          {...shared}
          label={queueDesk.noShow}
          icon={<UserX aria-hidden="true" />}
          onClick={() => desk.ask('noShow', entry)}
        />
      )}
      <IconButton
        {...shared}
        label={queueDesk.remove}
        className="[&_svg]:text-danger-ink"
        icon={<UserMinus aria-hidden="true" />}
        onClick={() => desk.ask('remove', entry)}
      />
    </div>
  );
}

function DoctorLine({ doctor }: { doctor: QueueEntry['doctor'] }): ReactNode {
  const medicalName = useMedicalName();
  return (
    <p className="text-sm text-ink-soft">{`${doctor.name} · ${medicalName(doctor.specialty)}`}</p>
  );
}

function Times({ entry }: { entry: QueueEntry }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const { waitRange } = entry;
  return (
    <p className="text-sm text-ink-soft tabular-nums">
      {`${queueDesk.joinedAt} `}
      <ClockTime moment={entry.joinedAt} zone={entry.hospital.timeZone} />
      {waitRange && ` · ${queueDesk.wait(format.range(waitRange.lower, waitRange.upper))}`}
    </p>
  );
}
