import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { LateAnswersMark } from '../../../shared/answer-summary/late-answers.tsx';
import { PatientsWord } from '../../../shared/patient/patients-word.tsx';
import { VisitFacts } from '../../../shared/patient/visit-facts.tsx';
import { StatusBadge, UrgencyBadge } from '../../../ui/badge.tsx';
import { ClockTime } from '../../../ui/text/time.tsx';
import { ArrivalLine } from './arrival-line.tsx';
import { useUnderway } from '../actions/desk-changes.store.ts';
import { CardActions, OnwardButtons } from './entry-actions.tsx';
import { PatientContact, StaffNotes, Symptoms } from './entry-facts.tsx';

const inside = { isLast: true, consultationRuns: true };

/** The doctor's current patient, and the actions to end the visit [ADM-5]. */
export function CurrentEntry({ entry }: { entry: StaffEntry }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const nameId = useId();
  const busy = useUnderway(entry.id) !== undefined;
  return (
    <article
      aria-labelledby={nameId}
      className="flex flex-col gap-3 rounded-card border border-primary/40 bg-primary-soft p-4"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h4 id={nameId} className="font-semibold wrap-anywhere text-ink">
          <bdi>{entry.patient.fullName}</bdi>
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
      <PatientsWord entry={entry} />
      <ArrivalLine entry={entry} />
      <PatientContact patient={entry.patient} />
      <VisitFacts entry={entry} />
      <Symptoms text={entry.symptoms} />
      <LateAnswersMark visitId={entry.id} />
      <StaffNotes text={entry.notes} />
      <div className="flex flex-wrap justify-end gap-2 empty:hidden print:hidden">
        <CardActions
          entry={entry}
          around={inside}
          describedBy={nameId}
          main="complete"
          size="small"
        />
        <OnwardButtons entry={entry} describedBy={nameId} busy={busy} />
      </div>
    </article>
  );
}
