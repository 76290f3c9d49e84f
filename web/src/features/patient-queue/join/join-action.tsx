import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { ArrowRight, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useOutsideHours } from '../../../shared/hospital/use-opening.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useMedicalName } from '../../../i18n/use-medical-name.ts';
import { usePeople } from '../../../shared/patient/use-people.ts';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';
import { TextLink } from '../../../ui/link.tsx';
import type { Joinable } from './joinable.ts';
import { useFullText } from './use-full-text.ts';
import { myQueuePath, useOpenEntries } from './use-open-entries.ts';

const JoinDialog = fetchedDialog(async () => (await import('./join-form.tsx')).JoinDialog);

const focusAfterMs = 250;

/**
 * The button to join a doctor's line. If the user is already in a line, a link to that line is
 * shown; another person of the account can still join [PAT-6, PAT-9, PROF-1].
 */
export function JoinAction({ doctor }: { doctor: Joinable }): ReactNode {
  const { patientQueue: t, asking } = useMessages('patientQueue', 'asking');
  const entries = useOpenEntries();
  const people = usePeople();
  // The user's own place is shown first, because showing it does not need the list of the account's
  // people.
  const shown = entries.find((entry) => entry.doctor.id === doctor.id) ?? entries[0];
  const free = people.filter(({ id }) => !entries.some(({ patient }) => patient.id === id));
  const isFree = free.length > 0;
  const isSelfFree = free[0]?.relation === 'self';
  const [open, setOpen] = useState(false);
  /**
   * Counts how often the dialog was opened, so that each opening renders a new dialog. While the
   * count is 0, the dialog's code is not loaded.
   */
  const [opening, setOpening] = useState(0);
  return (
    <>
      {shown && (shown.doctor.id === doctor.id || !isFree) && (
        <AlreadyInLine entry={shown} doctor={doctor} takesFocus={opening > 0} />
      )}
      {(!shown || isFree) && joinButton()}
      {opening > 0 && (
        <JoinDialog key={opening} doctor={doctor} open={open} onOpenChange={setOpen} />
      )}
    </>
  );

  function joinButton(): ReactNode {
    return (
      <JoinButton
        doctor={doctor}
        onPress={() => {
          setOpening(opening + 1);
          setOpen(true);
        }}
      >
        {shown && !isSelfFree ? asking.joinForAnother : t.join}
        <span className="sr-only">{` ${asking.joinOf(doctor.name)}`}</span>
      </JoinButton>
    );
  }
}

function JoinButton({
  doctor,
  onPress,
  children,
}: {
  doctor: Joinable;
  onPress: () => void;
  children: ReactNode;
}): ReactNode {
  const { patientQueue: t, asking } = useMessages('patientQueue', 'asking');
  const reasonId = useId();
  const icon = <UserPlus aria-hidden="true" />;
  const outsideHours = useOutsideHours(doctor.opening, doctor.timeZone);
  const isAvailable = doctor.status === 'Available';
  const fullText = useFullText(doctor);
  if (isAvailable && fullText === undefined && outsideHours === undefined) {
    return (
      <Button wide icon={icon} onClick={onPress}>
        {children}
      </Button>
    );
  }
  const isTaking = outsideHours === undefined || doctor.takesRequestsShut;
  return (
    <div className="flex flex-col gap-1.5">
      <p id={reasonId} className="text-sm text-ink-soft">
        {reason()}
      </p>
      <Button
        wide
        disabled={!isAvailable || fullText !== undefined || !isTaking}
        icon={icon}
        aria-describedby={reasonId}
        onClick={onPress}
      >
        {children}
      </Button>
      {isAvailable && fullText !== undefined && <OtherWays doctor={doctor} />}
    </div>
  );

  function reason(): string {
    if (doctor.kind !== undefined && !isAvailable) return asking.closedLineReason;
    if (doctor.status === 'Busy') return asking.busyReason;
    if (doctor.status === 'Offline') return asking.offlineReason;
    if (fullText !== undefined) return fullText;
    return doctor.takesRequestsShut
      ? t.shutAsk(outsideHours?.opens)
      : asking.shutReason(outsideHours?.opens);
  }
}

/**
 * What a patient can do when the doctor's line is full: book an appointment, or choose another
 * doctor of the department.
 */
function OtherWays({ doctor }: { doctor: Joinable }): ReactNode {
  const { asking } = useMessages('asking');
  const medicalName = useMedicalName();
  const { id, name, hospital_id: hospitalId, department, kind } = doctor;
  const hospital = `/patient/hospital/${hospitalId}`;
  return (
    <ul className="flex flex-col text-sm">
      {kind === undefined && (
        <li className="flex min-h-11 items-center md:pointer-fine:min-h-8">
          <TextLink href={`${hospital}/doctor/${id}`}>{asking.bookInstead(name)}</TextLink>
        </li>
      )}
      {department !== null && (
        <li className="flex min-h-11 items-center md:pointer-fine:min-h-8">
          <TextLink href={`${hospital}?search=${encodeURIComponent(department)}`}>
            {asking.otherDoctors(medicalName(department))}
          </TextLink>
        </li>
      )}
    </ul>
  );
}

/**
 * Says that the patient is already in a line. `takesFocus` is true if this notice has just replaced
 * the pressed button.
 */
function AlreadyInLine({
  entry,
  doctor,
  takesFocus,
}: {
  entry: PatientEntry;
  doctor: Joinable;
  takesFocus: boolean;
}): ReactNode {
  const { asking } = useMessages('asking');
  const name = useWhose()(entry.patient);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!takesFocus) return undefined;
    // Delayed, because the closing dialog first tries to give the focus back to a button that no
    // longer exists.
    const timer = setTimeout(() => {
      link.current?.focus({ preventScroll: true });
      // Scrolled to the middle of the screen, because a toast covers the lower edge.
      link.current?.scrollIntoView({ block: 'center' });
    }, focusAfterMs);
    return () => clearTimeout(timer);
  }, [takesFocus]);

  if (entry.doctor.id !== doctor.id) {
    return (
      <p className="flex min-h-11 items-center text-sm text-ink-soft md:pointer-fine:min-h-10">
        {asking.alreadyElsewhere}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-medium text-ink">{standing()}</p>
      <ButtonLink ref={link} wide href={myQueuePath} iconAfter={<ArrowRight aria-hidden="true" />}>
        {asking.seeMyPlace}
      </ButtonLink>
    </div>
  );

  function standing(): string {
    if (entry.status === 'pending_approval') {
      return name === undefined ? asking.requestedHere : asking.requestedHereOf(name);
    }
    return name === undefined ? asking.alreadyHere : asking.alreadyHereOf(name);
  }
}
