import type { DoctorStatus } from '@baari/contract/constants.ts';
import { type Doctor, setDoctorStatus } from '@baari/contract/doctor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { createQueueCache } from '../../live/queue-cache.ts';
import { toast } from '../../ui/toast.ts';
import { nextStatus, statusUpdates } from './doctor-status.ts';

/** A doctor's status as it will be, and how to set it; a refusal brings the old one back [DST-1]. */
export function useDoctorStatus(doctor: Pick<Doctor, 'id' | 'status'>) {
  const { doctors } = useMessages('doctors');
  const client = useQueryClient();
  const problemText = useProblemText();
  const write = useWrite(setDoctorStatus, {
    networkMode: 'always',
    onSuccess: (reply) =>
      createQueueCache(client).apply({ type: 'doctor_updated', data: reply.doctor }, true),
    onError: (failure) =>
      toast({ type: 'error', title: doctors.statusFailed, message: problemText(failure) }),
  });
  const status = write.isPending ? shownAs(write.variables.body.status) : doctor.status;

  function set(to: DoctorStatus): void {
    if (write.isPending || to === doctor.status) return;
    write.mutate({ params: { id: doctor.id }, body: { status: statusUpdates[to] } });
  }
  return { status, busy: write.isPending, set, toggle: () => set(nextStatus(doctor.status)) };
}

function shownAs(update: (typeof statusUpdates)[DoctorStatus]): DoctorStatus {
  switch (update) {
    case 'available':
      return 'Available';
    case 'busy':
      return 'Busy';
    case 'offline':
      return 'Offline';
  }
}
