import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import {
  CircleCheck,
  CirclePause,
  DoorOpen,
  Forward,
  MapPin,
  MapPinCheck,
  Route,
  StepForward,
  StickyNote,
  UserX,
} from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { MailLine, PhoneLine } from '../../shared/patient/contact-lines.tsx';
import { NoteText } from '../../shared/patient/note-text.tsx';
import { PatientsWord } from '../../shared/patient/patients-word.tsx';
import { ThroughLine } from '../../shared/patient/through-line.tsx';
import { VisitKindLine } from '../../shared/patient/visit-kind-line.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { StatusBadge, UrgencyBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ClockTime } from '../../ui/text/time.tsx';
import { useFocusGoesOn } from '../../ui/dialog/use-focus-goes-on.ts';
import { useNow } from '../../ui/hooks/use-now.ts';

/**
 * Marks the patient's heading as the focus target after the previous patient's buttons disappear.
 */
const whoIsShown = { 'data-who-is-shown': '', tabIndex: -1 };
const shownHeading = '[data-who-is-shown]';

/** The current patient in large type, with the button that ends the visit [CONS-2]. */
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
}: {
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
}): ReactNode {
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
        {/* Only the buttons that end the visit are sticky: on a phone more would cover the
            patient. */}
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
          {goesOnTo !== undefined && (
            <Button variant="quiet" size="small" held={busy} onClick={onCompleteOnly}>
              {doctorConsole.completeOnly}
            </Button>
          )}
        </div>
        {note}
      </div>
      <Footer nextLine={nextLine}>
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
          {goesOnTo === undefined
            ? doctorConsole.complete
            : doctorConsole.completeAndSend(goesOnTo)}
        </Button>
      </Footer>
    </Card>
  );
}

/** The next patient in large type with the button to call, while nobody is inside [QST-4]. */
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

function PatientFacts({
  entry,
  nameId,
  who,
  showsNotes = false,
  children,
}: {
  entry: StaffEntry;
  nameId: string;
  who: ReactNode;
  /** Whether to show the notes; false where they are edited. */
  showsNotes?: boolean;
  children: ReactNode;
}): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const { patient } = entry;
  return (
    <>
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p
            id={nameId}
            className="text-3xl leading-tight font-bold tracking-tight wrap-anywhere text-ink sm:text-4xl"
          >
            <bdi>{patient.fullName}</bdi>
          </p>
          <UrgencyBadge urgency={entry.urgency} />
        </div>
        <WhoAndHere entry={entry} who={who} />
        {children}
        <ThroughLine through={patient.through} />
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-[0.9375rem]">
          <PhoneLine
            number={patient.phone}
            missing={doctorConsole.noPhone}
            isProved={patient.isPhoneProved}
          />
          <MailLine address={patient.email} missing={doctorConsole.noEmail} />
        </ul>
      </div>
      <div className="flex flex-col gap-1 rounded-card bg-sunken p-4">
        <h3 className="text-sm font-semibold text-ink-soft">{doctorConsole.symptoms}</h3>
        <VisitKindLine entry={entry} />
        {entry.symptoms ? (
          <p className="text-lg leading-relaxed wrap-anywhere whitespace-pre-line text-ink">
            <bdi>{entry.symptoms}</bdi>
          </p>
        ) : (
          <p className="text-ink-soft">{doctorConsole.noSymptoms}</p>
        )}
      </div>
      {showsNotes && entry.notes && (
        <p className="flex items-start gap-2 wrap-anywhere whitespace-pre-line text-ink">
          <StickyNote aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-soft" />
          <span>
            <span className="font-semibold text-ink-soft">{`${doctorConsole.staffNotes}: `}</span>
            <NoteText note={entry.notes} />
          </span>
        </p>
      )}
    </>
  );
}

/** The patient's token, age, and whether they have arrived. */
function WhoAndHere({ entry, who }: { entry: StaffEntry; who: ReactNode }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const format = useFormat();
  const { token, checkedInAt, hospital } = entry;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.9375rem] text-ink tabular-nums">
      {token !== null && (
        <span className="rounded-control bg-sunken px-2 py-0.5 font-bold whitespace-nowrap">
          <span className="sr-only">{`${doctorConsole.token} `}</span>
          {token}
        </span>
      )}
      {who}
      {checkedInAt !== null && (
        <span className="inline-flex items-center gap-1.5">
          <MapPinCheck aria-hidden="true" className="size-4 shrink-0 text-success-ink" />
          {doctorConsole.hereSince(format.time(checkedInAt, hospital.timeZone))}
        </span>
      )}
      {checkedInAt === null && entry.status === 'waiting' && (
        <span className="inline-flex items-center gap-1.5 text-ink-soft">
          <MapPin aria-hidden="true" className="size-4 shrink-0" />
          {doctorConsole.notHereYet}
        </span>
      )}
    </div>
  );
}

function InsideFor({ entry }: { entry: StaffEntry }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const format = useFormat();
  const now = useNow();
  if (entry.startedAt === null) return null;
  const minutes = Math.max(0, Math.floor((now - Date.parse(entry.startedAt)) / 60_000));
  return (
    <p className="text-ink-soft tabular-nums">
      {`${doctorConsole.since} `}
      <ClockTime moment={entry.startedAt} zone={entry.hospital.timeZone} />
      {` · ${doctorConsole.insideFor(format.number(minutes))}`}
    </p>
  );
}
