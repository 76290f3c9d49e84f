import { doctorStatuses } from '@baari/contract/constants.ts';
import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { SegmentedControl } from '../../ui/form/choice.tsx';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';
import { useAvailableQuestion } from '../../shared/doctor/available-outside-hours.tsx';
import { useDoctorStatus } from './use-doctor-status.ts';

const DoctorGoesDialog = fetchedDialog(
  async () => (await import('./doctor-goes-dialog.tsx')).DoctorGoesDialog,
);

/**
 * The control for the doctor's own status, saved as soon as it is chosen [DOC-2, DST-1]. A doctor
 * who leaves while patients wait must decide what happens to these patients [DAY-2].
 */
export function OwnStatus({
  doctor,
  label,
}: {
  doctor: Pick<Doctor, 'id' | 'name' | 'status' | 'currentQueue' | 'opening' | 'timeZone'>;
  label: string;
}): ReactNode {
  const { ui } = useMessages('doctors');
  const { status, set } = useDoctorStatus(doctor);
  const [isAsked, setAsked] = useState(false);
  const [availableQuestion, askAvailable] = useAvailableQuestion(doctor);
  return (
    <>
      <SegmentedControl
        label={label}
        value={status}
        options={doctorStatuses.map((value) => ({ value, label: ui.doctorStatuses[value] }))}
        onChange={(to) => {
          const isMissed = to === 'Offline' && status !== 'Offline' && doctor.currentQueue > 0;
          if (isMissed) setAsked(true);
          else if (to === 'Available' && status !== 'Available') askAvailable(() => set(to));
          else set(to);
        }}
      />
      {availableQuestion}
      {isAsked && (
        <DoctorGoesDialog
          doctor={doctor}
          onClose={() => setAsked(false)}
          onAnswer={(patients, breakMinutes) => {
            setAsked(false);
            set('Offline', { patients, ...(breakMinutes !== undefined && { breakMinutes }) });
          }}
        />
      )}
    </>
  );
}
