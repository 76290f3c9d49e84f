/** Lets the desk book a time whose last place is held for another patient [APPT-1]. */
import type { BeyondReason } from '@baari/contract/lines/requests-taken.ts';
import { findHeldAt, type HeldPlace } from '../held-slots/held-slots.store.ts';
import { releaseHeldSlot } from '../held-slots/release-held.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Result } from '../platform/result.ts';

export interface OverHold {
  /** The desk's reason for booking a held place. Without a reason, the booking is refused. */
  readonly reason: BeyondReason | undefined;
  readonly publicUrl: string;
  readonly now: Date;
}

/**
 * Writes a booking. If only a held place is left and the desk gave a reason, the hold is ended
 * first.
 */
export async function writeOverHold<T>(
  tx: Queryable,
  slot: Pick<HeldPlace, 'doctorId' | 'date' | 'time' | 'minutes'>,
  { reason, publicUrl, now }: OverHold,
  write: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const written = await write();
  if (written.ok || written.code !== 'held_for_somebody' || reason === undefined) return written;
  const held = await findHeldAt(tx, slot);
  if (held === undefined) return written;
  await releaseHeldSlot(tx, held, publicUrl, now);
  return write();
}
