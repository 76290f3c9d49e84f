import type { StaffEntry } from '@baari/contract/queue/queue.ts';
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

/** The state of the line for a request. A request is not in a line yet, so all values are false. */
const asked = { isLast: false, consultationRuns: false };

/**
 * The card of a patient's request with the buttons to approve and reject it [ADM-6]. `marked` says
 * that this request is selected for the keyboard shortcuts.
 */
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

/**
 * A request in the console: one line with the name, the reason, the urgency and the button to
 * approve. A press on the name shows all details and the other buttons [CONS-7].
 */
export function RequestLine({ entry }: { entry: StaffEntry }): ReactNode {
  const nameId = useId();
  const actions = {
    entry,
    around: asked,
    describedBy: nameId,
    main: 'approve',
    isMainLoud: false,
    isBrief: true,
    size: 'small',
  } as const;
  return (
    <CompactRow
      entry={entry}
      nameId={nameId}
      headingLevel={3}
      isUrgencyShown
      wait={null}
      actions={<CardActions {...actions} which="main" />}
    >
      <OpenedFacts entry={entry} nameId={nameId} />
      <div className="@container flex flex-wrap gap-1 print:hidden">
        <CardActions {...actions} which="others" />
      </div>
    </CompactRow>
  );
}

/** The patient and the reason of a request, visible without expanding the list item. */
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

/** Memoised, so that these details do not render again when only the selected request changes. */
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
    </>
  );
});

function AllFacts({ entry, marked }: PendingProps): ReactNode {
  const nameId = useId();
  return (
    <Card
      as="article"
      padding="small"
      aria-labelledby={nameId}
      className="flex flex-col gap-1 sm:px-3 sm:py-2"
    >
      <CardFacts entry={entry} nameId={nameId} />
      {/* From the start, so that a pressed button that grows does not push another one under the pointer. */}
      <div className="@container flex flex-wrap gap-1 print:hidden">
        <CardActions
          entry={entry}
          around={asked}
          describedBy={nameId}
          main="approve"
          isMainLoud={marked}
          isBrief
          size="small"
        />
        <ArrivalLine entry={entry} isBrief />
      </div>
    </Card>
  );
}

/** Memoised, so that these details do not render again when only the selected request changes. */
const CardFacts = memo(function CardFacts({ entry, nameId }: FactsProps): ReactNode {
  const t = useMessages('queueDesk');
  const fieldsOf = useDoctorFields();
  const { patient, doctor, hospital } = entry;
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h3 id={nameId} className="min-w-0 flex-1 font-semibold wrap-anywhere text-ink">
          <bdi>{patient.fullName}</bdi>
        </h3>
        <UrgencyButton entry={entry} describedBy={nameId} />
      </div>
      <Facts className="text-sm text-ink-soft">
        <span className="font-medium text-ink">
          <bdi>{doctor.name}</bdi>
        </span>
        {fieldsOf(doctor)}
      </Facts>
      <Facts className="text-sm text-ink-soft">
        <span>
          <span className="sr-only">{`${t.queueDesk.requestedAt} `}</span>
          <RelativeTime moment={entry.joinedAt} zone={hospital.timeZone} />
        </span>
        <bdi>{hospital.name}</bdi>
      </Facts>
      <PatientContact patient={patient} />
      <JudgedUrgency entry={entry} />
      <VisitFacts entry={entry} />
      <Symptoms text={entry.symptoms} />
      <LateAnswersMark visitId={entry.id} />
    </>
  );
});
