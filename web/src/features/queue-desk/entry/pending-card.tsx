import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { Stethoscope } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { LateAnswersMark } from '../../../shared/answer-summary/late-answers.tsx';
import { useDoctorFields } from '../../../i18n/use-medical-name.ts';
import { VisitFacts } from '../../../shared/patient/visit-facts.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { PhoneText } from '../../../ui/text/phone-text.ts';
import { RelativeTime } from '../../../ui/text/time.tsx';
import { ArrivalLine } from './arrival-line.tsx';
import { CompactRow } from './compact-row.tsx';
import { useDeskView } from '../view/desk-view.store.ts';
import { CardActions } from './entry-actions.tsx';
import { JudgedUrgency, PatientContact, Symptoms } from './entry-facts.tsx';
import { UrgencyButton } from './urgency-button.tsx';

/** The context of a request, which is in no line. */
const asked = { isLast: false, consultationRuns: false };

/** A request with its two answers [ADM-6]. `marked`: the keyboard selection is here. */
export const PendingCard = memo(function PendingCard({
  isCompact,
  ...props
}: PendingProps & { isCompact: boolean }): ReactNode {
  return isCompact ? <OneLine {...props} /> : <AllFacts {...props} />;
});

interface PendingProps {
  entry: StaffEntry;
  marked: boolean;
}

function OneLine({ entry, marked }: PendingProps): ReactNode {
  const nameId = useId();
  return (
    <CompactRow
      entry={entry}
      nameId={nameId}
      headingLevel={3}
      isNarrow
      isUrgencyShown
      wait={null}
      special={<RequestFacts entry={entry} />}
      actions={
        <CardActions
          entry={entry}
          around={asked}
          describedBy={nameId}
          main="approve"
          isMainLoud={marked}
          isBrief
          size="small"
        />
      }
    >
      <OpenedFacts entry={entry} nameId={nameId} />
    </CompactRow>
  );
}

/** The patient and the reason of a request, visible without expanding the row. */
function RequestFacts({ entry }: { entry: StaffEntry }): ReactNode {
  const [{ facts }] = useDeskView();
  const { doctor, symptoms, patient, hospital } = entry;
  return (
    <Facts>
      <span className="font-medium text-ink">
        <bdi>{doctor.name}</bdi>
      </span>
      {symptoms && (
        <bdi className="line-clamp-1 max-w-72" title={symptoms}>
          {symptoms}
        </bdi>
      )}
      {facts.includes('wait') && <RelativeTime moment={entry.joinedAt} zone={hospital.timeZone} />}
      {facts.includes('phone') && patient.phone !== null && <PhoneText number={patient.phone} />}
    </Facts>
  );
}

interface FactsProps {
  entry: StaffEntry;
  nameId: string;
}

/** Memoised, so that a change of the selection does not re-render it. */
const OpenedFacts = memo(function OpenedFacts({ entry, nameId }: FactsProps): ReactNode {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
        <span className="font-medium text-ink">
          <bdi>{entry.doctor.name}</bdi>
        </span>
        <UrgencyButton entry={entry} describedBy={nameId} />
      </div>
      <PatientContact patient={entry.patient} />
      <JudgedUrgency entry={entry} />
      <ArrivalLine entry={entry} />
      <VisitFacts entry={entry} />
      <Symptoms text={entry.symptoms} />
      <LateAnswersMark visitId={entry.id} />
    </>
  );
});

function AllFacts({ entry, marked }: PendingProps): ReactNode {
  const nameId = useId();
  return (
    <Card as="article" aria-labelledby={nameId} className="flex flex-col gap-3">
      <CardFacts entry={entry} nameId={nameId} />
      {/* From the start, so that a pressed button that grows does not push another one under the pointer. */}
      <div className="flex flex-wrap gap-2 *:flex-auto sm:*:flex-none print:hidden">
        <CardActions
          entry={entry}
          around={asked}
          describedBy={nameId}
          main="approve"
          isMainLoud={marked}
        />
      </div>
    </Card>
  );
}

/** Memoised, so that a change of the selection does not re-render it. */
const CardFacts = memo(function CardFacts({ entry, nameId }: FactsProps): ReactNode {
  const t = useMessages('queueDesk');
  const fieldsOf = useDoctorFields();
  const { patient, doctor, hospital } = entry;
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 flex-1 flex-col">
          <h3 id={nameId} className="font-semibold wrap-anywhere text-ink">
            <bdi>{patient.fullName}</bdi>
          </h3>
          <Facts className="text-sm text-ink-soft">
            <span>
              <span className="sr-only">{`${t.queueDesk.requestedAt} `}</span>
              <RelativeTime moment={entry.joinedAt} zone={hospital.timeZone} />
            </span>
            <bdi>{hospital.name}</bdi>
          </Facts>
        </div>
        <UrgencyButton entry={entry} describedBy={nameId} />
      </div>
      <PatientContact patient={patient} />
      <div className="flex items-start gap-1.5 text-sm">
        <Stethoscope aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-soft" />
        <Facts className="text-ink-soft">
          <span className="font-medium text-ink">
            <bdi>{doctor.name}</bdi>
          </span>
          {fieldsOf(doctor)}
        </Facts>
      </div>
      <JudgedUrgency entry={entry} />
      <ArrivalLine entry={entry} />
      <VisitFacts entry={entry} />
      {entry.symptoms && (
        <div className="rounded-control bg-sunken px-3 py-2">
          <Symptoms text={entry.symptoms} />
        </div>
      )}
      <LateAnswersMark visitId={entry.id} />
    </>
  );
});
