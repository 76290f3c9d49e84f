import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { Ticket } from '@baari/contract/visit/arrival.ts';
import { type ReactNode, useState } from 'react';
import { serverNow } from '../../../clock/clock.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useMedicalName } from '../../../i18n/use-medical-name.ts';
import { PrintSheet } from '../../../ui/layout/print-sheet.tsx';
import { QrPicture } from '../../../ui/qr-picture.tsx';

/**
 * The printed ticket for A6 or 80 mm paper. The token number is readable from a distance, other
 * text at arm's length.
 */
export function PrintedTicket({ entry, ticket }: { entry: StaffEntry; ticket: Ticket }): ReactNode {
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
