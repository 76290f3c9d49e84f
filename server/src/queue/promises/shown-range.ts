/**
 * One range for all views of a position: phone, ticket, kiosk and messages show the range shown
 * last [INV-16].
 */
import { shownRange } from '@baari/contract/queue/announced-wait.ts';
import type { WaitRange } from '@baari/contract/queue/wait.ts';
import type { Queryable } from '../../platform/database/database.ts';
import {
  forgetShown,
  keepShown,
  listShown,
  type ShownPlace,
} from '../../waits/shown-range.store.ts';

/**
 * The positions with the ranges to show. The rule keeps the last shown range, or a new one is
 * stored for the next view. Positions without a range are forgotten.
 */
export async function withShownRanges<Place extends ShownPlace>(
  db: Queryable,
  places: readonly Place[],
  now: Date,
): Promise<Place[]> {
  if (places.length === 0) return [];
  const known = await listShown(
    db,
    places.map(({ id }) => id),
  );
  const shown = places.map((place) => ({
    ...place,
    waitRange: shownRange(known.get(place.id), place, now.getTime()),
  }));
  const anew = shown.filter(
    ({ id, waitRange }) => waitRange !== null && known.get(id)?.waitRange !== waitRange,
  );
  const gone = shown.filter(({ id, waitRange }) => waitRange === null && known.has(id));
  if (anew.length > 0) await keepShown(db, anew, now);
  if (gone.length > 0) {
    await forgetShown(
      db,
      gone.map(({ id }) => id),
    );
  }
  return shown;
}

/** The range to show for one position. */
export async function shownRangeOf(
  db: Queryable,
  place: ShownPlace,
  now: Date,
): Promise<WaitRange | null> {
  const [shown] = await withShownRanges(db, [place], now);
  return shown?.waitRange ?? null;
}
