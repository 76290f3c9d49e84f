import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { MapPin, MapPinCheck, Ticket, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';
import { useDesk } from '../desk.tsx';
import { briefLook } from './entry-actions.tsx';
import { useUnderway } from '../actions/desk-changes.store.ts';

/** Lazily loaded with the first ticket, because it contains the QR encoder. */
const TicketDialog = fetchedDialog(async () => (await import('./ticket-dialog.tsx')).TicketDialog);

/** The patient's token number, and whether the patient has arrived [ARR-1, ARR-3, ARR-4]. */
export function ArrivalLine({
  entry,
  isBrief = false,
}: {
  entry: StaffEntry;
  /** Whether the "Check in" button shows only its icon, to save space. */
  isBrief?: boolean;
}): ReactNode {
  const { arrival } = useMessages('arrival');
  const format = useFormat();
  const isExpected = entry.status === 'pending_approval' || entry.status === 'waiting';
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {entry.token !== null && (
        <span className="inline-flex items-center rounded-control bg-sunken px-2 py-0.5 text-sm font-bold whitespace-nowrap text-ink tabular-nums">
          <span className="sr-only">{arrival.token} </span>
          {entry.token}
        </span>
      )}
      {entry.booking !== null && isExpected && (
        <span className="text-sm font-medium text-ink tabular-nums">
          {arrival.bookedFor(format.time(entry.booking.startsAt, entry.hospital.timeZone))}
        </span>
      )}
      {isExpected && !isAway(entry) && <Here entry={entry} isBrief={isBrief} />}
      {entry.token !== null && <TicketButton entry={entry} />}
    </div>
  );
}

/** The button with which staff record that a patient has arrived. */
export function CheckInButton({
  entry,
  isBrief = false,
  isQuiet = false,
}: {
  entry: StaffEntry;
  isBrief?: boolean;
  isQuiet?: boolean;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const desk = useDesk();
  const { label } = queueDesk.actions.check_in;
  return (
    <Button
      size="small"
      variant={isQuiet ? 'quiet' : 'secondary'}
      className={classNames('print:hidden', isBrief && briefLook)}
      title={isBrief ? label : undefined}
      busy={useUnderway(entry.id) === 'check_in'}
      icon={<MapPin aria-hidden="true" />}
      onClick={() => desk.press('check_in', entry)}
    >
      {label}
    </Button>
  );
}

/** The "Check in" button. After check-in it shows the time of arrival, with an undo. */
function Here({ entry, isBrief }: { entry: StaffEntry; isBrief: boolean }): ReactNode {
  const { arrival, queueDesk } = useMessages('arrival', 'queueDesk');
  const format = useFormat();
  const desk = useDesk();
  const underway = useUnderway(entry.id);
  const { checkedInAt } = entry;
  if (checkedInAt === null) return <CheckInButton entry={entry} isBrief={isBrief} />;
  return (
    <span className="inline-flex items-center gap-0.5 text-sm font-semibold text-success-ink">
      <MapPinCheck aria-hidden="true" className="size-4 shrink-0" />
      {arrival.hereSince(format.time(checkedInAt, entry.hospital.timeZone))}
      <IconButton
        label={queueDesk.actions.undo_check_in.label}
        className="print:hidden"
        disabled={underway === 'undo_check_in'}
        icon={<Undo2 aria-hidden="true" />}
        onClick={() => desk.press('undo_check_in', entry)}
      />
    </span>
  );
}

function TicketButton({ entry }: { entry: StaffEntry }): ReactNode {
  const { arrival } = useMessages('arrival');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="print:hidden"
        icon={<Ticket aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {arrival.ticket}
      </Button>
      {isOpen && <TicketDialog entry={entry} onClose={() => setOpen(false)} />}
    </>
  );
}
