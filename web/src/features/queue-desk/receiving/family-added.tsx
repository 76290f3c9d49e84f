import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { FamilyTickets } from './family-tickets.tsx';

/** The family members who were just added. Each has a button for the ticket [DESK-9, ARR-4]. */
export function FamilyAdded({
  entries,
  onTicket,
}: {
  entries: readonly StaffEntry[];
  onTicket: (entry: StaffEntry) => void;
}): ReactNode {
  const { receiving: t, arrival } = useMessages('receiving', 'arrival');
  if (entries.length === 0) return null;
  return (
    <Notice tone="success" title={t.familyAdded(entries.length)}>
      <ul className="flex flex-col gap-2 pt-1">
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center justify-between gap-2">
            <Facts className="flex-1 basis-56 tabular-nums">
              <span className="font-semibold">
                <bdi>{entry.patient.fullName}</bdi>
              </span>
              {entry.token}
              {t.placeIn(entry.position, entry.doctor.name)}
            </Facts>
            <Button
              size="small"
              icon={<Ticket aria-hidden="true" />}
              aria-label={t.ticketOf(entry.patient.fullName)}
              onClick={() => onTicket(entry)}
            >
              {arrival.ticket}
            </Button>
          </li>
        ))}
      </ul>
      {entries.length > 1 && <FamilyTickets entries={entries} />}
    </Notice>
  );
}
