import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeDoctor } from './change-doctor.ts';
import { maySetRoom } from './doctors.access.ts';
import { updateRoom } from './doctors.store.ts';
import { colleagueView } from './doctors.view.ts';

/**
 * Sets or clears the room in which a doctor sees patients. Waiting patients receive the room with
 * the doctor's live event, and displays announce it [ROOM-1].
 */
export function setDoctorRoom(
  context: StaffContext,
  doctorId: string,
  given: string,
): Promise<Result<{ doctor: Colleague }>> {
  const room = given === '' ? null : given;
  return changeDoctor(
    context,
    doctorId,
    {
      action: 'set room',
      may: maySetRoom,
      async write(tx, row) {
        if (row.deactivated_at !== null) return refuse('doctor_deactivated');
        await updateRoom(tx, doctorId, room);
        return ok({ from: row.room ?? '', to: room ?? '' });
      },
    },
    async (_tx, row, now) => ({ doctor: colleagueView(row, now) }),
  );
}
