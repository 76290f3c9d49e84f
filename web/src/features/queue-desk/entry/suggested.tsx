import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { Lightbulb } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { useDesk } from '../desk.tsx';
import { suggestedNext } from './suggestion.ts';

/** Suggests the next patient by urgency and waiting time; only the desk moves anybody [INV-12]. */
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
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-info-soft px-3 py-2 print:hidden">
      <Lightbulb aria-hidden="true" className="size-5 shrink-0 text-info-ink" />
      <p className="min-w-0 flex-1 basis-52 text-[0.9375rem] wrap-anywhere text-ink">
        {queueDesk.suggestion(entry.patient.fullName, time)}
      </p>
      <Button
        size="small"
        onClick={() => void desk.act('move', entry, { position: place, reason })}
      >
        {queueDesk.suggestionAction}
      </Button>
    </div>
  );
}
