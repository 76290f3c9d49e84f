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
import { classNames } from '../../ui/class-names.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ClockTime } from '../../ui/text/time.tsx';
import { useFocusGoesOn } from '../../ui/dialog/use-focus-goes-on.ts';
import { InsideFor, PatientFacts, PatientName } from './patient-facts.tsx';

/**
 * HTML attributes that mark the patient's heading. It gets the focus after the previous patient's
 * buttons disappear.
 */
const whoIsShown = { 'data-who-is-shown': '', tabIndex: -1 };
const shownHeading = '[data-who-is-shown]';

interface CurrentPatientProps {
  entry: StaffEntry;
  /** Content that shows the patient's age and sex. */
  who: ReactNode;
  /** Allergies, medicines and the last note, shown below the name. */
  keyFacts: ReactNode;
  /** The patient's answers to the questions before the visit. */
  answers: ReactNode;
  /** The button that is ending the visit now. Undefined while the visit goes on. */
  ending: 'complete' | 'callNext' | undefined;
  /** Whether another request to the server is pending. The buttons then do nothing. */
  busy: boolean;
  note: ReactNode;
  /** The id of the patient whom the doctor last called in with the "next" button. */
  calledIn: string | undefined;
  onComplete: () => void;
  /**
   * The name of the line to which the patient is forwarded on completing the visit. Undefined if no
   * next step is planned.
   */
  goesOnTo: string | undefined;
  /**
   * Completes the visit without forwarding the patient. The planned next step stays in the plan.
   */
  onCompleteOnly: () => void;
  /**
   * Completes the visit and calls in the next patient. Undefined if no patient can be called in.
   */
  onCallNext: (() => void) | undefined;
  onNoShow: () => void;
  /**
   * Records a missed call: the called patient did not appear. The patient keeps the place in line.
   */
  onNotHere: () => void;
  /**
   * Forwards the patient to another line. Undefined if the hospital has no shared lines [LINE-3].
   */
  onSendOn: (() => void) | undefined;
  /**
   * Opens the dialog with the visit's steps and plan. Undefined if the hospital has no shared
   * lines.
   */
  onPlan: (() => void) | undefined;
  /** Names the next patient. It is always visible beside the button. */
  nextLine: ReactNode;
}

/** The current patient in large type, and the button that ends the visit [CONS-2]. */
export function CurrentPatient({
  entry,
  who,
  keyFacts,
  answers,
  ending,
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
  // Scrolls to the patient's name. Otherwise a doctor who scrolled down to the note would not see
  // the new patient's name.
  useEffect(() => {
    if (calledIn === entry.id) top.current?.scrollIntoView({ block: 'nearest' });
  }, [calledIn, entry.id]);
  return (
    <Card as="section" aria-labelledby={nameId} padding="none" className="flex flex-col">
      <div className="flex flex-1 flex-col gap-4 px-4 pt-3 pb-4 sm:px-6">
        <div ref={top} className="flex flex-col">
          <h2 {...whoIsShown} className="w-fit text-sm font-semibold text-ink-soft">
            {doctorConsole.current}
          </h2>
          <PatientName entry={entry} nameId={nameId}>
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
          </PatientName>
        </div>
        {keyFacts}
        <BesideAnswers
          answers={answers}
          below={
            <>
              <OtherOutcomes
                busy={busy}
                onNotHere={onNotHere}
                onNoShow={onNoShow}
                onSendOn={onSendOn}
                onCompleteOnly={goesOnTo === undefined ? undefined : onCompleteOnly}
              />
              {note}
            </>
          }
        >
          <PatientFacts entry={entry} who={who}>
            <InsideFor entry={entry} />
            <PatientsWord entry={entry} />
          </PatientFacts>
        </BesideAnswers>
      </div>
      <Footer nextLine={nextLine}>
        <CompleteButtons
          ending={ending}
          busy={busy}
          goesOnTo={goesOnTo}
          onComplete={onComplete}
          onCallNext={onCallNext}
        />
      </Footer>
    </Card>
  );
}

/**
 * The facts about the patient with the answers beside them, and the content below the facts. In a
 * narrow card the three are in one column.
 */
function BesideAnswers({
  answers,
  below,
  children,
}: {
  answers: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="@container">
      <div className="grid gap-4 @2xl:grid-cols-2 @2xl:grid-rows-[auto_1fr] @2xl:gap-x-6">
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
        <div className="min-w-0 @2xl:row-span-2">{answers}</div>
        {below && <div className="flex min-w-0 flex-col gap-4">{below}</div>}
      </div>
    </div>
  );
}

/**
 * The less usual actions after a patient was called in. They do not stick to the screen's edge,
 * because on a phone they would cover the patient's data.
 */
function OtherOutcomes({
  busy,
  onNotHere,
  onNoShow,
  onSendOn,
  onCompleteOnly,
}: Pick<CurrentPatientProps, 'busy' | 'onNotHere' | 'onNoShow' | 'onSendOn'> & {
  /**
   * Completes the visit without forwarding the patient. Undefined if completing the visit forwards
   * the patient nowhere.
   */
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

/**
 * The buttons that end the visit. If another patient waits, the primary button completes the visit
 * and calls in the next patient; the other button only completes the visit.
 */
function CompleteButtons({
  ending,
  busy,
  goesOnTo,
  onComplete,
  onCallNext,
}: Pick<
  CurrentPatientProps,
  'ending' | 'busy' | 'goesOnTo' | 'onComplete' | 'onCallNext'
>): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const isCalling = ending === 'callNext';
  const isCompleting = ending === 'complete';
  return (
    <>
      <Button
        variant={onCallNext ? 'secondary' : 'primary'}
        size="large"
        className={classNames(lowButton, 'flex-auto', onCallNext && 'sm:flex-none')}
        icon={<CircleCheck aria-hidden="true" />}
        busy={isCompleting}
        held={busy || isCalling}
        busyLabel={doctorConsole.completing}
        onClick={onComplete}
      >
        {goesOnTo === undefined ? doctorConsole.complete : doctorConsole.completeAndSend(goesOnTo)}
      </Button>
      {onCallNext && (
        <Button
          variant="primary"
          size="large"
          className={classNames(lowButton, 'flex-auto')}
          icon={<StepForward aria-hidden="true" />}
          iconAfter={
            <span aria-hidden="true" className="hidden pointer-fine:inline short:hidden">
              <Kbd>F9</Kbd>
            </span>
          }
          aria-keyshortcuts="F9"
          busy={isCalling}
          held={busy || isCompleting}
          busyLabel={doctorConsole.completing}
          onClick={onCallNext}
        >
          {doctorConsole.completeAndCall}
        </Button>
      )}
    </>
  );
}

/**
 * Shown while no patient is with the doctor: the next patient in large type, and the button to call
 * in this patient [QST-4].
 */
export function NextPatient({
  entry,
  who,
  keyFacts,
  answers,
  busy,
  onCallIn,
  onNotHere,
}: Pick<CurrentPatientProps, 'entry' | 'who' | 'keyFacts' | 'answers'> & {
  busy: boolean;
  onCallIn: () => void;
  /**
   * Records a missed call: the called patient did not appear and keeps the place in line. The next
   * patient in line is called in first.
   */
  onNotHere: () => void;
}): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const nameId = useId();
  useFocusGoesOn(shownHeading);
  return (
    <Card as="section" aria-labelledby={nameId} padding="none" className="flex flex-col">
      <div className="flex flex-1 flex-col gap-4 px-4 pt-3 pb-4 sm:px-6">
        <div className="flex flex-col">
          <h2 {...whoIsShown} className="w-fit text-sm font-semibold text-ink-soft">
            {doctorConsole.nextPatient}
          </h2>
          <PatientName entry={entry} nameId={nameId} />
        </div>
        {keyFacts}
        <BesideAnswers answers={answers}>
          <PatientFacts entry={entry} who={who} showsNotes>
            <p className="text-ink-soft tabular-nums">
              {`${doctorConsole.joined} `}
              <ClockTime moment={entry.joinedAt} zone={entry.hospital.timeZone} />
            </p>
          </PatientFacts>
        </BesideAnswers>
      </div>
      <Footer>
        {!isAway(entry) && (
          <Button
            variant="quiet"
            size="large"
            className={lowButton}
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
          className={classNames(lowButton, 'flex-auto')}
          icon={<DoorOpen aria-hidden="true" />}
          iconAfter={
            <span aria-hidden="true" className="hidden pointer-fine:inline short:hidden">
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

/**
 * A footer that sticks to the bottom of the screen while the content above is longer than the
 * screen. In a low window it is one low line, and the next patient is only in the panel.
 */
function Footer({ nextLine, children }: { nextLine?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <ActionBar className="gap-x-4 gap-y-2 px-4! sm:px-6! md:flex-row md:items-center short:py-1.5!">
      {nextLine && <div className="min-w-0 flex-1 short:hidden">{nextLine}</div>}
      <div
        className={classNames(
          'flex flex-auto flex-wrap justify-end gap-2 short:flex-auto! short:flex-nowrap',
          nextLine !== undefined && 'md:flex-none',
        )}
      >
        {children}
      </div>
    </ActionBar>
  );
}

/** The look of a button in the footer of a low window, where it shares one line with the others. */
const lowButton =
  'short:min-h-11! short:min-w-0 short:flex-1! short:px-2! short:text-sm! short:[&>span]:line-clamp-2';
