import type { Delays } from '@baari/contract/queue/queue.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { readLine, entryStateOf } from '../change-entry.ts';
import { delaysOf } from './delay.rules.ts';
import { maySee } from '../queue.access.ts';
import { mayBecome } from '../queue.rules.ts';
import { type EntryInLine, findEntryInLine } from '../queue.store.ts';

/**
 * Shows a patient the effect of each possible delay before the patient chooses a delay. No data of
 * other patients is shown [WAIT-1].
 */
export async function getDelays(
  { db, actor, clock }: Context<Actor>,
  entryId: string,
): Promise<Result<{ delays: Delays }>> {
  const entry = await findEntryInLine(db, entryId);
  if (entry === undefined || !maySee(actor, entry)) return refuse('not_found');
  const delays = await readDelays(db, entry, clock.now());
  return delays.ok ? ok({ delays: delays.value }) : delays;
}

/**
 * Reads the possible delays and their effects for a caller whose right was checked elsewhere, such
 * as by a ticket.
 */
export async function readDelays(
  db: Queryable,
  entry: EntryInLine,
  now: Date,
): Promise<Result<Delays>> {
  const entryState = entryStateOf(entry, now);
  const possible = mayBecome('go_later', entryState);
  // A patient who has used up all delays gets an answer that says so, and not a refusal.
  if (!possible.ok && possible.code !== 'delays_used') return possible;
  return ok(delaysOf(await readLine(db, entry, now), entryState));
}
