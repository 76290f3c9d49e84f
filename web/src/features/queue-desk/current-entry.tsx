import type { StaffEntry } from '@baari/contract/queue.ts';
import { CircleCheck, CirclePause, UserX } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { StatusBadge, UrgencyBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ClockTime } from '../../ui/time.tsx';
import { ArrivalLine } from './arrival-line.tsx';
import { useDesk } from './desk.tsx';
import type { DeskRights } from './desk-access.ts';
import { useUnderway } from './desk-changes.store.ts';
import { PatientContact, StaffNotes, Symptoms } from './entry-facts.tsx';

/** Who is with the doctor, and how that ends [ADM-5]. */
export function CurrentEntry({
  entry,
  rights,
}: {
  entry: StaffEntry;
  rights: DeskRights;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const desk = useDesk();
  const underway = useUnderway(entry.id);
  const nameId = useId();
  const completing = underway === 'complete';
  return (
    <article
      aria-labelledby={nameId}
      className="flex flex-col gap-3 rounded-card border border-primary/40 bg-primary-soft p-4"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h4 id={nameId} className="font-semibold wrap-anywhere text-ink">
          {entry.patient.fullName}
        </h4>
        <StatusBadge status="in_progress" />
        <UrgencyBadge urgency={entry.urgency} />
      </div>
      {entry.startedAt && (
        <p className="text-sm text-ink-soft">
          {`${queueDesk.since} `}
          <ClockTime moment={entry.startedAt} zone={entry.hospital.timeZone} />
        </p>
      )}
      <ArrivalLine entry={entry} />
      <PatientContact patient={entry.patient} />
      <Symptoms text={entry.symptoms} />
      <StaffNotes text={entry.notes} />
      {(rights.consult || rights.markNoShow) && (
        <div className="flex flex-wrap justify-end gap-2 print:hidden">
          {rights.markNoShow && (
            <Button
              size="small"
              icon={<CirclePause aria-hidden="true" />}
              aria-describedby={nameId}
              disabled={underway !== undefined}
              onClick={() => void desk.hold(entry)}
            >
              {queueDesk.notHere}
            </Button>
          )}
          {rights.markNoShow && (
            <Button
              size="small"
              icon={<UserX aria-hidden="true" />}
              aria-describedby={nameId}
              disabled={underway !== undefined}
              onClick={() => desk.ask('noShow', entry)}
            >
              {queueDesk.noShow}
            </Button>
          )}
          {rights.consult && (
            <Button
              size="small"
              variant="primary"
              icon={<CircleCheck aria-hidden="true" />}
              aria-describedby={nameId}
              busy={completing || underway === 'start'}
              {...(completing ? { busyLabel: queueDesk.completing } : {})}
              onClick={() => void desk.complete(entry)}
            >
              {queueDesk.complete}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}
