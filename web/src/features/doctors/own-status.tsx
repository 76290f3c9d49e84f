import { doctorStatuses } from '@baari/contract/constants.ts';
import type { Doctor } from '@baari/contract/doctor.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { SegmentedControl } from '../../ui/choice.tsx';
import { useDoctorStatus } from './use-doctor-status.ts';

/** The doctor's own status: saved as it is chosen [DOC-2, DST-1]. */
export function OwnStatus({
  doctor,
  label,
}: {
  doctor: Pick<Doctor, 'id' | 'status'>;
  label: string;
}): ReactNode {
  const { ui } = useMessages('doctors');
  const { status, set } = useDoctorStatus(doctor);
  return (
    <SegmentedControl
      label={label}
      value={status}
      options={doctorStatuses.map((value) => ({ value, label: ui.doctorStatuses[value] }))}
      onChange={set}
    />
  );
}
