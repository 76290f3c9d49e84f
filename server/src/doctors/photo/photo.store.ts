/** All SQL on doctors' photos [ENT-4]. */
import type { PhotoType } from '@baari/contract/doctor/photo.ts';
import sql from 'sql-template-tag';
import { returning, type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';

const p = table('photo', 'p');

const photo = { type: typed<PhotoType>(p.type), bytes: p.bytes };
export type PhotoRow = RowOf<typeof photo>;

export function findPhoto(db: Queryable, id: string): Promise<PhotoRow | undefined> {
  return db.maybeOne(select(photo)`from photo p where p.id = ${id}`);
}

/** Replaces the photo under a new id, which is returned. */
export async function upsertPhoto(
  tx: Queryable,
  doctorId: string,
  { type, bytes }: { readonly type: PhotoType; readonly bytes: Uint8Array },
  now: Date,
): Promise<string> {
  const row = await tx.one(returning({ id: p.id })`
    insert into photo as p (doctor_id, type, bytes, added_at)
    values (${doctorId}, ${type}, ${Buffer.from(bytes)}, ${now})
    on conflict (doctor_id) do update set id = gen_random_uuid(), type = excluded.type,
      bytes = excluded.bytes, added_at = excluded.added_at`);
  return row.id;
}

export async function updateImage(
  tx: Queryable,
  doctorId: string,
  image: string | null,
): Promise<void> {
  await tx.run(sql`update doctor set image = ${image} where id = ${doctorId}`);
}

/** Deletes the photo and the reference to it. */
export async function deletePhoto(tx: Queryable, doctorId: string): Promise<void> {
  await tx.run(sql`delete from photo where doctor_id = ${doctorId}`);
  await updateImage(tx, doctorId, null);
}
