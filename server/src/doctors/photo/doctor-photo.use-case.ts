/** A doctor's photo: set, removed, and read by anybody with its address [ENT-4]. */
import type { AuditAction } from '@baari/contract/account/audit.ts';
import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { photoUrl } from '@baari/contract/doctor/photo.ts';
import type { Context, StaffContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { FileAnswer, type SentFile } from '../../platform/http/file-answer.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { changeDoctor } from '../change-doctor.ts';
import { colleagueView } from '../doctors.view.ts';
import { cleanPhoto } from './photo.rules.ts';
import { deletePhoto, findPhoto, updateImage, upsertPhoto } from './photo.store.ts';

type Reply = Promise<Result<{ doctor: Colleague }>>;

/**
 * Stores a doctor's photo under a new address, so that caches never show an old photo. Refuses what
 * `cleanPhoto` refuses.
 */
export async function setDoctorPhoto(
  context: StaffContext,
  doctorId: string,
  sent: SentFile | undefined,
): Reply {
  const photo = cleanPhoto(sent);
  return change(context, doctorId, 'change doctor photo', async (tx, now) => {
    if (!photo.ok) return photo;
    const id = await upsertPhoto(tx, doctorId, photo.value, now);
    await updateImage(tx, doctorId, photoUrl(id));
    return ok(undefined);
  });
}

export function removeDoctorPhoto(context: StaffContext, doctorId: string): Reply {
  return change(context, doctorId, 'remove doctor photo', async (tx) => {
    await deletePhoto(tx, doctorId);
    return ok(undefined);
  });
}

/** Changes a doctor's photo; refuses for a deactivated doctor, whose photo nobody sees. */
function change(
  context: StaffContext,
  doctorId: string,
  action: AuditAction,
  write: (tx: Queryable, now: Date) => Promise<Result<void>>,
): Reply {
  return changeDoctor(
    context,
    doctorId,
    {
      action,
      async write(tx, row, now) {
        if (row.deactivated_at !== null) return refuse('doctor_deactivated');
        const written = await write(tx, now);
        return written.ok ? ok({}) : written;
      },
    },
    async (_tx, row, now) => ({ doctor: colleagueView(row, now) }),
  );
}

export async function getPhoto({ db }: Context, id: string): Promise<Result<FileAnswer>> {
  const photo = await findPhoto(db, id);
  if (photo === undefined) return refuse('not_found');
  const name = photo.type === 'image/png' ? 'photo.png' : 'photo.jpg';
  return ok(new FileAnswer(name, photo.type, photo.bytes, 'shown to everybody'));
}
