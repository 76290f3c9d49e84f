import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { CalendarX2, ChevronDown, Stethoscope, UsersRound } from 'lucide-react';
import { memo, type ReactNode, useId, useState } from 'react';
import { useSwitch } from '../../device/use-switch.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useSpecialty } from '../../i18n/use-medical-name.ts';
import { useUser } from '../../session/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';
import { DoctorStatusBadge } from '../../ui/doctor-status-badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { useTimeOrDate } from '../../ui/hooks/use-time-or-date.ts';
import { WithTokens } from '../../ui/text/with-tokens.tsx';
import { DeskError } from './desk-states.tsx';
import { RowActions } from './entry/entry-actions.tsx';
import { SilentMark } from './silent-mark.tsx';
import { useColleagues, useInside } from './lists/use-queues.ts';

/** Lazily loaded, because a doctor is rarely absent. */
const DoctorAbsentDialog = fetchedDialog(
  async () => (await import('./doctor-absent-dialog.tsx')).DoctorAbsentDialog,
);

const storageKey = 'baari_desk_doctors';
const aroundInside = { isLast: true, consultationRuns: true };

/**
 * The overview of the hospital's doctors: status, current patient and since when, and number of
 * waiting patients [DESK-4].
 */
export const DoctorsNow = memo(function DoctorsNow({
  hospitalId,
  onDoctor,
}: {
  hospitalId: string;
  onDoctor: (doctorId: string) => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const panelId = useId();
  const [isOpen, setOpen] = useSwitch(storageKey, { atFirst: isRoomy() });
  const { query, doctors } = useColleagues();
  const inside = useInside(hospitalId);
  const isBroken = (query.isError && !doctors) || (inside.query.isError && !inside.query.data);
  // Patients at a counter are not counted here, because they are shown with their shared line.
  const withDoctors = inside.entries.filter(({ doctor }) => doctor.service === null).length;
  const isRead = doctors !== undefined && inside.query.data !== undefined;
  return (
    <section className="flex flex-col gap-2 print:hidden">
      <h2 className="text-sm font-semibold text-ink-soft">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          className="flex min-h-11 items-center gap-1.5 rounded-control hover:text-ink md:pointer-fine:min-h-9"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-4 shrink-0', isOpen && 'rotate-180')}
          />
          {queueDesk.doctorsNow}
          {isRead && (
            <span className="font-normal tabular-nums">{queueDesk.insideCount(withDoctors)}</span>
          )}
        </button>
      </h2>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && content()}
      </div>
    </section>
  );

  function content(): ReactNode {
    if (isBroken) {
      return (
        <DeskError
          failure={query.error ?? inside.query.error}
          fallback={queueDesk.failed.doctorQueue}
        />
      );
    }
    if (!isRead) return <ListSkeleton label={queueDesk.loading} rows={2} />;
    return (
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {doctors.map((doctor) => (
          <DoctorNow
            key={doctor.id}
            doctor={doctor}
            entry={inside.entries.find((entry) => entry.doctor.id === doctor.id)}
            onDoctor={onDoctor}
          />
        ))}
      </ul>
    );
  }
});

/**
 * Whether the overview of doctors is expanded at first. On a phone it is collapsed, and its heading
 * shows the number of patients with a doctor.
 */
function isRoomy(): boolean {
  return matchMedia('(min-width: 80rem)').matches;
}

/** One doctor of the overview. Pressing the current patient's name shows the actions. */
const DoctorNow = memo(function DoctorNow({
  doctor,
  entry,
  onDoctor,
}: {
  doctor: Colleague;
  entry: StaffEntry | undefined;
  onDoctor: (doctorId: string) => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const specialtyOf = useSpecialty();
  const format = useFormat();
  const insideId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="flex flex-col px-2">
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 md:pointer-fine:min-h-9">
        <button
          type="button"
          aria-label={queueDesk.showLineOf(doctor.name)}
          title={specialtyOf(doctor)}
          className="min-h-11 min-w-0 flex-1 basis-24 truncate rounded-control text-start text-sm font-semibold text-ink hover:text-primary-ink hover:underline md:pointer-fine:min-h-9"
          onClick={() => onDoctor(doctor.id)}
        >
          <bdi>{doctor.name}</bdi>
        </button>
        {entry && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={insideId}
            className="inline-flex min-h-11 shrink-0 items-center gap-1 rounded-control text-sm font-semibold text-primary-ink tabular-nums md:pointer-fine:min-h-8"
            onClick={() => setOpen(!isOpen)}
          >
            <Stethoscope aria-hidden="true" className="size-4" />
            <span className="max-w-24 truncate">{entry.token ?? entry.patient.fullName}</span>
            <span className="sr-only">
              {queueDesk.patientWith(entry.patient.fullName, doctor.name)}
            </span>
            <ChevronDown
              aria-hidden="true"
              className={classNames('size-3.5 text-ink-soft', isOpen && 'rotate-180')}
            />
          </button>
        )}
        <span
          className="inline-flex shrink-0 items-center gap-1 text-sm text-ink-soft tabular-nums"
          title={queueDesk.inQueue(doctor.currentQueue)}
        >
          <UsersRound aria-hidden="true" className="size-4" />
          <span aria-hidden="true">{format.number(doctor.currentQueue)}</span>
          <span className="sr-only">{queueDesk.inQueue(doctor.currentQueue)}</span>
        </span>
        <SilentMark line={doctor.line} />
        <DoctorStatusBadge
          status={doctor.status}
          breakUntil={doctor.breakUntil}
          timeZone={doctor.timeZone}
        />
        <AbsentButton doctor={doctor} />
      </div>
      <div id={insideId} hidden={!isOpen}>
        {isOpen && entry && <Inside entry={entry} />}
      </div>
    </li>
  );
});

/** The button with which the desk records that a doctor does not come today [DAY-2]. */
function AbsentButton({ doctor }: { doctor: Colleague }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const role = useUser()?.role;
  const [isOpen, setOpen] = useState(false);
  if (role !== 'receptionist' && role !== 'hospital_admin') return null;
  return (
    <>
      <IconButton
        label={queueDesk.absent.labelOf(doctor.name)}
        title={queueDesk.absent.label}
        className="-me-2"
        icon={<CalendarX2 aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      {isOpen && <DoctorAbsentDialog doctor={doctor} onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * The doctor's current patient and since when. The user can also mark the patient as a no-show
 * [ROLE-4].
 */
function Inside({ entry }: { entry: StaffEntry }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const timeOrDate = useTimeOrDate();
  const nameId = useId();
  const { patient, token, startedAt, hospital } = entry;
  return (
    <article
      aria-labelledby={nameId}
      className="@container flex flex-col gap-1 border-t border-line py-2 text-sm"
    >
      <p className="min-w-0 wrap-anywhere text-ink tabular-nums">
        <span id={nameId} className="font-semibold">
          <bdi>{patient.fullName}</bdi>
        </span>
        {token !== null && <WithTokens>{` · ${token}`}</WithTokens>}
        {startedAt !== null &&
          ` · ${queueDesk.insideSince(timeOrDate(startedAt, hospital.timeZone))}`}
      </p>
      <RowActions entry={entry} around={aroundInside} describedBy={nameId} />
    </article>
  );
}
