import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { LateAnswersMark } from '../../../shared/answer-summary/late-answers.tsx';
import { PatientsWord } from '../../../shared/patient/patients-word.tsx';
import { VisitFacts } from '../../../shared/patient/visit-facts.tsx';
import { LateShareButton } from '../../../shared/sharing/late-share.tsx';
import { LateVitalsButton } from '../../../shared/vitals/late-vitals.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { UrgencyBadge } from '../../../ui/urgency-badge.tsx';
import { ClockTime } from '../../../ui/text/time.tsx';
import { ArrivalLine } from './arrival-line.tsx';
import { useUnderway } from '../actions/desk-changes.store.ts';
import { CardActions, OnwardButtons } from './entry-actions.tsx';
import { PatientContact, StaffNotes, Symptoms } from './entry-facts.tsx';

const inside = { isLast: true, consultationRuns: true };

/** The doctor's current patient, and the desk's actions to end this visit [ADM-5]. */
export function CurrentEntry({ entry }: { entry: StaffEntry }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const nameId = useId();
  const busy = useUnderway(entry.id) !== undefined;
  return (
    <article
      aria-labelledby={nameId}
      className="@container flex flex-col gap-1.5 rounded-card border border-primary/40 bg-primary-soft p-3"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h4 id={nameId} className="font-semibold wrap-anywhere text-ink">
          <bdi>{entry.patient.fullName}</bdi>
        </h4>
        <StatusBadge status="in_progress" />
        <UrgencyBadge urgency={entry.urgency} />
        {entry.startedAt && (
          <p className="text-sm text-ink-soft">
            {`${queueDesk.since} `}
            <ClockTime moment={entry.startedAt} zone={entry.hospital.timeZone} />
          </p>
        )}
      </div>
      <PatientsWord entry={entry} />
      <ArrivalLine entry={entry} />
      <PatientContact patient={entry.patient} />
      <VisitFacts entry={entry} />
      <Symptoms text={entry.symptoms} />
      <LateAnswersMark visitId={entry.id} />
      <StaffNotes text={entry.notes} />
      <div className="flex flex-wrap gap-1.5 empty:hidden print:hidden">
        <CardActions
          entry={entry}
          around={inside}
          describedBy={nameId}
          main="complete"
          isBrief
          size="small"
        />
        <OnwardButtons entry={entry} describedBy={nameId} busy={busy} />
        <LateVitalsButton entry={entry} size="small" aria-describedby={nameId} />
        <LateShareButton entry={entry} size="small" aria-describedby={nameId} />
      </div>
    </article>
  );
}
