import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { makeTicket } from '@baari/contract/visit/arrival.ts';
import { Printer } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { QrPicture } from '../../../ui/qr-picture.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { useWhen } from '../../../ui/text/use-when.ts';
import { PrintedTicket } from './printed-ticket.tsx';

/**
 * The dialog with a patient's ticket, to scan from the screen or to print. Nobody else gets the
 * ticket's URL [ARR-4].
 */
export function TicketDialog({
  entry,
  onClose,
}: {
  entry: StaffEntry;
  onClose: () => void;
}): ReactNode {
  const { arrival, common } = useMessages('arrival');
  const problemText = useProblemText();
  const when = useWhen();
  const { mutate, data, error, isPending } = useWrite(makeTicket);
  const { id } = entry;
  useEffect(() => mutate({ params: { id } }), [mutate, id]);
  const printButton = useRef<HTMLButtonElement>(null);
  const whomId = useId();
  const { isAwaited, printSoon } = usePrint(data !== undefined);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={arrival.ticketTitle}
      description={arrival.ticketLead}
      size="small"
      initialFocus={printButton}
      footer={
        <>
          <Button onClick={onClose}>{common.close}</Button>
          <Button
            variant="primary"
            icon={<Printer aria-hidden="true" />}
            ref={printButton}
            aria-describedby={whomId}
            disabled={error !== null}
            busy={isAwaited && error === null}
            onClick={printSoon}
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
        {/* For the person at the desk; a paper that is left behind names nobody. */}
        <div id={whomId}>
          <Facts className="text-sm text-ink print:hidden">
            <bdi className="font-semibold">{entry.patient.fullName}</bdi>
            <bdi className="font-semibold">{entry.doctor.name}</bdi>
            {when(entry.waitRange, entry.hospital.timeZone)}
          </Facts>
        </div>
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

/**
 * Prints at once, or as soon as the ticket is there: a practised hand presses Enter before the
 * server has answered.
 */
function usePrint(isReady: boolean) {
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    if (presses > 0 && isReady) print();
  }, [presses, isReady]);
  return {
    isAwaited: presses > 0 && !isReady,
    printSoon: () => setPresses((before) => before + 1),
  };
}
