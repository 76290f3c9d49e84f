import { makeTicket, type Ticket } from '@baari/contract/visit/arrival.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { Printer } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { serverNow } from '../../../clock/clock.ts';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useMedicalName } from '../../../i18n/use-medical-name.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { PrintSheet } from '../../../ui/layout/print-sheet.tsx';
import { QrPicture } from '../../../ui/qr-picture.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** A ticket to scan from the screen or to print; nobody else gets its address [ARR-4]. */
export function TicketDialog({
  entry,
  onClose,
}: {
  entry: StaffEntry;
  onClose: () => void;
}): ReactNode {
  const { arrival, common } = useMessages('arrival');
  const problemText = useProblemText();
  const { mutate, data, error, isPending } = useWrite(makeTicket);
  const { id } = entry;
  useEffect(() => mutate({ params: { id } }), [mutate, id]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={arrival.ticketTitle}
      description={arrival.ticketLead}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{common.close}</Button>
          <Button
            variant="primary"
            icon={<Printer aria-hidden="true" />}
            disabled={data === undefined}
            onClick={() => print()}
          >
            {arrival.print}
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-3 text-center">
        <p className="text-sm text-ink-soft">{arrival.token}</p>
        <p className="text-5xl font-bold tracking-tight text-primary-ink tabular-nums">
          {entry.token}
        </p>
        {error && (
          <Notice
            tone="danger"
            title={arrival.ticketFailed}
            action={
              <TryAgain
                query={{ isFetching: isPending, refetch: () => mutate({ params: { id } }) }}
                part
              />
            }
          >
            {problemText(error)}
          </Notice>
        )}
        {data && <QrPicture text={data.ticket.url} label={arrival.qrOfTicket} />}
        {!data && !error && (
          <>
            <span className="sr-only" role="status">
              {arrival.ticketLoading}
            </span>
            <Skeleton className="size-52" />
          </>
        )}
        <p className="text-sm text-ink-soft">{arrival.calledByToken}</p>
      </div>
      {data && <PrintedTicket entry={entry} ticket={data.ticket} />}
    </Dialog>
  );
}

/** For A6, or an 80 mm roll: the token is readable from a distance, the rest at arm's length. */
function PrintedTicket({ entry, ticket }: { entry: StaffEntry; ticket: Ticket }): ReactNode {
  const { arrival } = useMessages('arrival');
  const format = useFormat();
  const nameOf = useMedicalName();
  const [now] = useState(() => new Date(serverNow()));
  const { doctor, hospital } = entry;
  return (
    <PrintSheet paper="ticket">
      <p className="line-clamp-2 text-[11pt] font-semibold">
        <bdi>{hospital.name}</bdi>
      </p>
      <p className="mt-[2mm]">{arrival.token}</p>
      <p className="text-[36pt] leading-none font-bold whitespace-nowrap tabular-nums">
        {ticket.token}
      </p>
      <p className="mt-[2mm] line-clamp-2 text-[11pt] font-semibold">
        <bdi>{doctor.name}</bdi>
      </p>
      <p className="line-clamp-2">
        {[nameOf(doctor.department), doctor.room].filter(Boolean).join(' · ')}
      </p>
      {entry.position > 0 && <p>{arrival.placeAtPrint(entry.position)}</p>}
      <QrPicture text={ticket.url} label="" className="mt-[1mm] size-[40mm]" />
      <p>{arrival.scanToFollow}</p>
      <p className="mt-[1mm] text-[8pt]">{arrival.calledByToken}</p>
      <p className="text-[8pt] tabular-nums">
        {arrival.printedAt(
          format.dayAndTime(format.date(now, hospital.timeZone), now, hospital.timeZone),
        )}
      </p>
    </PrintSheet>
  );
}
