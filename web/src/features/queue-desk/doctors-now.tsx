import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { ChevronDown, Stethoscope } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { useSwitch } from '../../device/use-switch.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useSpecialty } from '../../i18n/use-medical-name.ts';
import { DoctorStatusBadge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Facts } from '../../ui/text/facts.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';
import { useTimeOrDate } from '../../ui/hooks/use-time-or-date.ts';
import { WithTokens } from '../../ui/text/with-tokens.tsx';
import { DeskError } from './desk-states.tsx';
import { RowActions } from './entry/entry-actions.tsx';
import { SilentMark } from './silent-mark.tsx';
import { useColleagues, useInside } from './lists/use-queues.ts';

const storageKey = 'baari_desk_doctors';
const aroundInside = { isLast: true, consultationRuns: true };

/**
 * Each doctor of the hospital: status, current patient since when, and the number waiting [DESK-4].
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
  // Patients at a counter are shown with the shared line.
  const withDoctors = inside.entries.filter(({ doctor }) => doctor.service === null).length;
  const isRead = doctors !== undefined && inside.query.data !== undefined;
  return (
    <section className="flex flex-col gap-2 print:hidden">
      <h3 className="text-sm font-semibold text-ink-soft">
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
      </h3>
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
 * Expanded on a large screen; on a phone the line comes first, and the heading shows the number
 * inside.
 */
function isRoomy(): boolean {
  return matchMedia('(min-width: 80rem)').matches;
}

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
  return (
    <li className="@container flex flex-col px-3 py-1.5">
      <div className="flex items-center justify-between gap-3">
        <Facts className="text-sm text-ink-soft tabular-nums">
          <button
            type="button"
            aria-label={queueDesk.showLineOf(doctor.name)}
            className="min-h-11 rounded-control text-start md:pointer-fine:min-h-6 font-semibold text-ink underline decoration-control-line underline-offset-4 hover:text-primary-ink"
            onClick={() => onDoctor(doctor.id)}
          >
            <bdi>{doctor.name}</bdi>
          </button>
          {specialtyOf(doctor)}
          {queueDesk.inQueue(doctor.currentQueue)}
        </Facts>
        <span className="flex flex-wrap justify-end gap-1">
          <SilentMark line={doctor.line} />
          <DoctorStatusBadge
            status={doctor.status}
            breakUntil={doctor.breakUntil}
            timeZone={doctor.timeZone}
          />
        </span>
      </div>
      {entry && <Inside entry={entry} />}
    </li>
  );
});

/** The doctor's current patient and since when; a no-show can be marked here too [ROLE-4]. */
function Inside({ entry }: { entry: StaffEntry }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const timeOrDate = useTimeOrDate();
  const nameId = useId();
  const { patient, token, startedAt, hospital } = entry;
  return (
    <article
      aria-labelledby={nameId}
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 text-sm"
    >
      <p className="flex min-w-0 items-start gap-1.5 text-ink">
        <Stethoscope aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-primary-ink" />
        <span className="min-w-0 wrap-anywhere tabular-nums">
          <span id={nameId} className="font-semibold">
            <bdi>{patient.fullName}</bdi>
          </span>
          {token !== null && <WithTokens>{` · ${token}`}</WithTokens>}
          {startedAt !== null &&
            ` · ${queueDesk.insideSince(timeOrDate(startedAt, hospital.timeZone))}`}
        </span>
      </p>
      <RowActions entry={entry} around={aroundInside} describedBy={nameId} />
    </article>
  );
}
