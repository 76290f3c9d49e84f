/** The doctors to whom the desk can move patients, as options of a radio group [DAY-2, DAY-3]. */
import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { useMedicalName, useSpecialty } from '../../../i18n/use-medical-name.ts';
import { DoctorStatusBadge } from '../../../ui/doctor-status-badge.tsx';
import type { Choice } from '../../../ui/form/choice.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { useWhen } from '../../../ui/text/use-when.ts';
import { useColleagues } from '../lists/use-queues.ts';

/** The sort order of doctors by status. Doctors who can see a patient soonest come first. */
const ranks: Record<DoctorStatus, number> = { Available: 0, Busy: 1, Offline: 2 };

/**
 * Returns the first free doctor of the department, with an empty value, and each other doctor.
 * `hasFree` says whether the department has a free doctor, or the line is a shared one.
 */
export function useOtherDoctors(
  doctor: Pick<Colleague, 'id' | 'department'>,
  isShared = false,
): { readonly options: readonly Choice[]; readonly hasFree: boolean } {
  const { queueDesk: t } = useMessages('queueDesk');
  const nameOf = useMedicalName();
  const { doctors } = useColleagues();
  const others = (doctors ?? [])
    .filter(({ id }) => id !== doctor.id)
    .toSorted((one, other) => ranks[one.status] - ranks[other.status]);
  const hasFree =
    isShared ||
    others.some(
      ({ department, status }) => department === doctor.department && status === 'Available',
    );
  const options = [
    {
      value: '',
      label: t.transferFirstFree(nameOf(doctor.department)),
      ...(!hasFree && { disabled: true, description: t.transferNoFree }),
    },
    ...others.map((other) => ({
      value: other.id,
      label: <bdi>{other.name}</bdi>,
      description: <DoctorFacts doctor={other} />,
      disabled: other.status === 'Offline',
    })),
  ];
  return { options, hasFree };
}

/** What the desk compares when choosing a doctor: the doctor's status, specialty and wait. */
function DoctorFacts({ doctor }: { doctor: Colleague }): ReactNode {
  const { queueDesk: t } = useMessages('queueDesk');
  const specialtyOf = useSpecialty();
  const when = useWhen();
  const wait = when(doctor.waitIfJoinedNow, doctor.timeZone);
  return (
    <Facts className="tabular-nums">
      <DoctorStatusBadge
        status={doctor.status}
        breakUntil={doctor.breakUntil}
        timeZone={doctor.timeZone}
      />
      {specialtyOf(doctor)}
      {t.inQueue(doctor.currentQueue)}
      {wait !== undefined && doctor.status === 'Available' && t.waitNow(wait)}
      {!doctor.hasAccount && (
        <span className="font-semibold text-warning-ink">{t.transferNewcomer}</span>
      )}
    </Facts>
  );
}
