import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { Lightbulb } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { dueMinutes } from '@baari/contract/constants.ts';
import { useDesk } from '../desk.tsx';
import { suggestedNext } from './suggestion.ts';

/**
 * Suggests which patient to call in next, by urgency and waiting time. Only the desk can move
 * patients [INV-12].
 */
export function Suggested({ line }: { line: readonly StaffEntry[] }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const format = useFormat();
  const desk = useDesk();
  const suggestion = suggestedNext(line);
  if (!suggestion) return null;
  const { entry, place } = suggestion;
  const time = format.time(entry.dueAt ?? entry.joinedAt, entry.hospital.timeZone);
  const reason = entry.urgency === 'high' ? 'urgent' : undefined;
  return (
    <div className="mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-control bg-info-soft px-2 py-1 print:hidden">
      <Lightbulb aria-hidden="true" className="size-4 shrink-0 text-info-ink" />
      <p className="min-w-0 flex-1 basis-52 text-sm wrap-anywhere text-ink">
        {queueDesk.suggestion(entry.patient.fullName, time)}{' '}
        <span className="text-ink-soft">{why()}</span>
      </p>
      <Button
        size="small"
        title={queueDesk.placeFirstHint}
        onClick={() => void desk.act('move', entry, { position: place, reason })}
      >
        {queueDesk.suggestionAction}
      </Button>
    </div>
  );

  /** Where the time comes from by which the patient should be called. */
  function why(): string {
    const { booking, urgency, hospital } = entry;
    if (booking !== null) {
      return queueDesk.suggestionBooked(format.time(booking.startsAt, hospital.timeZone));
    }
    return queueDesk.suggestionWhy[urgency](format.number(dueMinutes[urgency]));
  }
}
