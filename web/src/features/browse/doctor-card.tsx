import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import { isAskState } from '@baari/contract/queue/announced-wait.ts';
import { Clock3 } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useOutsideHours } from '../../shared/hospital/use-opening.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Facts } from '../../ui/text/facts.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Link } from '../../ui/link.tsx';
import { useWhen } from '../../ui/text/use-when.ts';
import { DoctorState } from './doctor-state.tsx';
import { Figures } from './figures.tsx';
import { Rating } from './rating.tsx';

/**
 * Lazily loaded, because most patients would be called in within the opening hours and do not need
 * this text.
 */
const AskText = lazy(() => import('../../shared/doctor/ask-text.tsx'));

/**
 * The card of a doctor in the hospital's list. `action` is the button to join the doctor's line
 * [PAT-5 … PAT-7].
 */
export function DoctorCard({ doctor, action }: { doctor: Doctor; action: ReactNode }): ReactNode {
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Avatar name={doctor.name} image={doctor.image} />
        <div className="min-w-0 flex-1">
          <h3 className="text-base font-semibold">
            <Link
              href={doctorPath(doctor)}
              className="rounded-[4px] text-ink hover:text-primary-ink hover:underline"
            >
              <bdi>{doctor.name}</bdi>
            </Link>
          </h3>
          <Field doctor={doctor} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <DoctorState doctor={doctor} />
        <Rating rating={doctor.rating} count={doctor.ratingCount} />
      </div>
      <DoctorFigures doctor={doctor} />
      <WaitIfJoined doctor={doctor} />
      <div className="mt-auto pt-1">{action}</div>
    </Card>
  );
}

export function doctorPath({ id, hospital_id }: Pick<Doctor, 'id' | 'hospital_id'>): string {
  return `/patient/hospital/${hospital_id}/doctor/${id}`;
}

/** The doctor's specialty, and the department if it has another name. */
export function Field({ doctor }: { doctor: Doctor }): ReactNode {
  const nameOf = useMedicalName();
  // If the doctor's department has a name, the specialty "Other" is left out.
  const named = doctor.specialty === 'Other' ? [] : [nameOf(doctor.specialty)];
  const fields = new Set([...named, nameOf(doctor.department)]);
  return <Facts className="text-sm text-ink-soft">{[...fields]}</Facts>;
}

/**
 * Shows 'Active', the patients now in the doctor's line, and 'Avg Wait' of past days. A dash means
 * that nobody was called in on those days [PAT-7].
 */
export function DoctorFigures({ doctor }: { doctor: Doctor }): ReactNode {
  const { browse: t, common } = useMessages('browse');
  const format = useFormat();
  return (
    <Figures
      figures={[
        { label: t.active, value: format.number(doctor.currentQueue), hint: t.activeHint },
        {
          label: t.avgWait,
          value:
            doctor.averageWaitTime > 0
              ? t.minutesShort(format.number(doctor.averageWaitTime))
              : common.dash,
          hint: t.avgWaitHint,
          note: t.avgWaitOver,
        },
      ]}
    />
  );
}

/**
 * The expected wait for a patient who joins the doctor's line now. Renders nothing while the doctor
 * accepts no patients.
 */
function WaitIfJoined({ doctor }: { doctor: Doctor }): ReactNode {
  const { browse: t } = useMessages('browse');
  const when = useWhen()(doctor.waitIfJoinedNow, doctor.timeZone);
  const outsideHours = useOutsideHours(doctor.opening, doctor.timeZone);
  const { lineIfJoinedNow: line } = doctor;
  const asks = line !== null && isAskState(line.state);
  // The wait is unknown while the doctor is not Available or the hospital is closed.
  if (doctor.status !== 'Available' || outsideHours !== undefined) return null;
  if (doctor.requests.state !== 'open') return null;
  if (when === undefined && !asks) return null;
  return (
    <p className="flex items-start gap-2 text-sm text-ink-soft">
      <Clock3 aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {`${t.waitIfJoined}: `}
        {when !== undefined && (
          <strong className="font-semibold text-ink tabular-nums">{`${when} `}</strong>
        )}
        {asks && (
          <Suspense fallback={null}>
            <AskText line={line} zone={doctor.timeZone} />
          </Suspense>
        )}
      </span>
    </p>
  );
}
