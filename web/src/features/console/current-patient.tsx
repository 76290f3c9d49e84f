import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import {
  CircleCheck,
  CirclePause,
  DoorOpen,
  Forward,
  Route,
  StepForward,
  UserX,
} from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { PatientsWord } from '../../shared/patient/patients-word.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ClockTime } from '../../ui/text/time.tsx';
import { useFocusGoesOn } from '../../ui/dialog/use-focus-goes-on.ts';
import { InsideFor, PatientFacts } from './patient-facts.tsx';

/**
 * Marks the patient's heading as the focus target after the previous patient's buttons disappear.
 */
const whoIsShown = { 'data-who-is-shown': '', tabIndex: -1 };
const shownHeading = '[data-who-is-shown]';

interface CurrentPatientProps {
  entry: StaffEntry;
  /** The patient's age and sex. */
  who: ReactNode;
  completing: boolean;
  /** Whether another request is pending. */
  busy: boolean;
  note: ReactNode;
  /** The id of the patient whom the doctor last called as the next one. */
  calledIn: string | undefined;
  onComplete: () => void;
  /** The line to which completing sends the patient, if planned. */
  goesOnTo: string | undefined;
  /** Completes the visit without sending the patient on. The planned stop stays planned. */
  onCompleteOnly: () => void;
  /** Completes the visit and calls the next patient; absent if nobody can be called. */
  onCallNext: (() => void) | undefined;
  onNoShow: () => void;
  /** Marks the called patient as not here. The patient keeps the place. */
  onNotHere: () => void;
  /** Sends on to another line; absent where the hospital has no shared lines [LINE-3]. */
  onSendOn: (() => void) | undefined;
  /** Opens the visit and its plan; absent where the hospital has no shared lines. */
  onPlan: (() => void) | undefined;
  /** The next patient, always visible beside the button. */
  nextLine: ReactNode;
}

/** The current patient in large type, and the button that ends the visit [CONS-2]. */
export function CurrentPatient({
  entry,
  who,
  completing,
  busy,
  note,
  calledIn,
  onComplete,
  goesOnTo,
  onCompleteOnly,
  onCallNext,
  onNoShow,
  onNotHere,
  onSendOn,
  onPlan,
  nextLine,
}: CurrentPatientProps): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const nameId = useId();
  const top = useRef<HTMLDivElement>(null);
  useFocusGoesOn(shownHeading);
  // A doctor who scrolled down to the note would otherwise not see the new patient's name.
  useEffect(() => {
    if (calledIn === entry.id) top.current?.scrollIntoView({ block: 'nearest' });
  }, [calledIn, entry.id]);
  return (
    <Card as="section" aria-labelledby={nameId} padding="none" className="flex flex-col">
      <div className="flex flex-1 flex-col gap-5 p-5 sm:p-8">
        <div ref={top} className="flex flex-wrap items-center justify-between gap-2">
          <h2 {...whoIsShown} className="text-sm font-semibold text-ink-soft">
            {doctorConsole.current}
          </h2>
          <span className="flex flex-wrap items-center gap-2">
            {onPlan && (
              <Button
                size="small"
                variant="quiet"
                icon={<Route aria-hidden="true" />}
                aria-describedby={nameId}
                onClick={onPlan}
              >
                {doctorConsole.visit}
              </Button>
            )}
            <StatusBadge status="in_progress" />
          </span>
        </div>
        <PatientFacts entry={entry} nameId={nameId} who={who}>
          <InsideFor entry={entry} />
          <PatientsWord entry={entry} />
        </PatientFacts>
        <OtherOutcomes
          busy={busy}
          onNotHere={onNotHere}
          onNoShow={onNoShow}
          onSendOn={onSendOn}
          onCompleteOnly={goesOnTo === undefined ? undefined : onCompleteOnly}
        />
        {note}
      </div>
      <Footer nextLine={nextLine}>
        <CompleteButtons
          completing={completing}
          busy={busy}
          goesOnTo={goesOnTo}
          onComplete={onComplete}
          onCallNext={onCallNext}
        />
      </Footer>
    </Card>
  );
}

/** The other outcomes of a call. Not sticky: on a phone they would cover the patient. */
function OtherOutcomes({
  busy,
  onNotHere,
  onNoShow,
  onSendOn,
  onCompleteOnly,
}: Pick<CurrentPatientProps, 'busy' | 'onNotHere' | 'onNoShow' | 'onSendOn'> & {
  /** Absent where completing sends nobody on. */
  onCompleteOnly: (() => void) | undefined;
}): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  return (
    <div className="-ms-3 flex flex-wrap gap-2 print:hidden">
      <Button
        variant="quiet"
        size="small"
        icon={<CirclePause aria-hidden="true" />}
        held={busy}
        onClick={onNotHere}
      >
        {doctorConsole.notHere}
      </Button>
      <Button variant="quiet" size="small" icon={<UserX />} held={busy} onClick={onNoShow}>
        {doctorConsole.noShow}
      </Button>
      {onSendOn && (
        <Button
          variant="quiet"
          size="small"
          icon={<Forward aria-hidden="true" />}
          held={busy}
          onClick={onSendOn}
        >
          {doctorConsole.sendOn}
        </Button>
      )}
      {onCompleteOnly && (
        <Button variant="quiet" size="small" held={busy} onClick={onCompleteOnly}>
          {doctorConsole.completeOnly}
        </Button>
      )}
    </div>
  );
}

/** Ends the visit, and calls the next patient where there is one. */
function CompleteButtons({
  completing,
  busy,
  goesOnTo,
  onComplete,
  onCallNext,
}: Pick<
  CurrentPatientProps,
  'completing' | 'busy' | 'goesOnTo' | 'onComplete' | 'onCallNext'
>): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  return (
    <>
      {onCallNext && (
        <Button
          size="large"
          className="flex-auto sm:flex-none"
          icon={<StepForward aria-hidden="true" />}
          iconAfter={
            <span aria-hidden="true" className="hidden pointer-fine:inline">
              <Kbd>F9</Kbd>
            </span>
          }
          aria-keyshortcuts="F9"
          held={busy}
          onClick={onCallNext}
        >
          {doctorConsole.completeAndCall}
        </Button>
      )}
      <Button
        variant="primary"
        size="large"
        className="flex-auto"
        icon={<CircleCheck aria-hidden="true" />}
        busy={completing || busy}
        {...(completing ? { busyLabel: doctorConsole.completing } : {})}
        onClick={onComplete}
      >
        {goesOnTo === undefined ? doctorConsole.complete : doctorConsole.completeAndSend(goesOnTo)}
      </Button>
    </>
  );
}

/** Nobody is inside: the next patient in large type, and the button to call [QST-4]. */
export function NextPatient({
  entry,
  who,
  busy,
  onCallIn,
  onNotHere,
}: {
  entry: StaffEntry;
  /** The patient's age and sex. */
  who: ReactNode;
  busy: boolean;
  onCallIn: () => void;
  /**
   * Marks the called patient as not here. The patient keeps the place, and the next one is called first.
   */
  onNotHere: () => void;
}): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const nameId = useId();
  useFocusGoesOn(shownHeading);
  return (
    <Card as="section" aria-labelledby={nameId} padding="none" className="flex flex-col">
      <div className="flex flex-1 flex-col gap-5 p-5 sm:p-8">
        <h2 {...whoIsShown} className="text-sm font-semibold text-ink-soft">
          {doctorConsole.nextPatient}
        </h2>
        <PatientFacts entry={entry} nameId={nameId} who={who} showsNotes>
          <p className="text-ink-soft tabular-nums">
            {`${doctorConsole.joined} `}
            <ClockTime moment={entry.joinedAt} zone={entry.hospital.timeZone} />
          </p>
        </PatientFacts>
      </div>
      <Footer>
        {!isAway(entry) && (
          <Button
            variant="quiet"
            size="large"
            icon={<CirclePause aria-hidden="true" />}
            aria-describedby={nameId}
            held={busy}
            onClick={onNotHere}
          >
            {doctorConsole.notHere}
          </Button>
        )}
        <Button
          variant="primary"
          size="large"
          className="flex-auto"
          icon={<DoorOpen aria-hidden="true" />}
          iconAfter={
            <span aria-hidden="true" className="hidden pointer-fine:inline">
              <Kbd>F9</Kbd>
            </span>
          }
          aria-keyshortcuts="F9"
          aria-describedby={nameId}
          busy={busy}
          onClick={onCallIn}
        >
          {doctorConsole.callIn}
        </Button>
      </Footer>
    </Card>
  );
}

/** Sticks to the bottom of the viewport while the content above is longer. */
function Footer({ nextLine, children }: { nextLine?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <ActionBar className="gap-3">
      {nextLine}
      <div className="flex flex-wrap justify-end gap-2">{children}</div>
    </ActionBar>
  );
}
