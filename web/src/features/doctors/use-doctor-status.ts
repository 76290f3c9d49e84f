import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { BodyInputOf } from '@baari/contract/endpoint.ts';
import { type Doctor, setDoctorStatus } from '@baari/contract/doctor/doctor.ts';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useMessages } from '../../i18n/language.tsx';
import { takeIn } from '../../live/queue-cache.ts';
import { statusUpdates } from './doctor-status.ts';

/**
 * A doctor's status and the function that sets it. The new status is shown at once; if the server
 * refuses, the old status is shown again [DST-1].
 */
export function useDoctorStatus(doctor: Pick<Doctor, 'id' | 'status'>) {
  const { doctors } = useMessages('doctors');
  const client = useQueryClient();
  const [asked, setAsked] = useState<DoctorStatus>();
  const write = useSubmit(setDoctorStatus, {
    failed: doctors.statusFailed,
    onSuccess: (reply) => {
      takeIn(client, { type: 'doctor_updated', data: reply.doctor });
      // Runs after the cache's notifications, so that the screen never shows the old status in
      // between.
      notifyManager.schedule(() => setAsked(undefined));
    },
    onError: () => setAsked(undefined),
  });
  const status = asked ?? doctor.status;

  function set(
    to: DoctorStatus,
    more: Omit<BodyInputOf<typeof setDoctorStatus>, 'status'> = {},
  ): void {
    if (asked !== undefined || to === doctor.status) return;
    // Set directly in the click handler. The mutation becomes pending a moment later, and until
    // then the radio button would jump back.
    setAsked(to);
    write.mutate({ params: { id: doctor.id }, body: { status: statusUpdates[to], ...more } });
  }
  return { status, busy: asked !== undefined, set };
}
