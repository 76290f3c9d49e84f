/**
 * Makes sure that all views of an entry show the same range of the wait. Phone, ticket, kiosk and
 * messages show the last shown range [INV-16].
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
 * Returns the entries with the ranges of the wait to show. The last shown range is kept if the rule
 * allows. Otherwise the new range is stored for the next view. If an entry has no range, its stored
 * range is deleted.
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

/** The range of the wait to show for one entry. */
export async function shownRangeOf(
  db: Queryable,
  place: ShownPlace,
  now: Date,
): Promise<WaitRange | null> {
  const [shown] = await withShownRanges(db, [place], now);
  return shown?.waitRange ?? null;
}
