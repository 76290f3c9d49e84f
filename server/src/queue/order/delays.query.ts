import type { Delays } from '@baari/contract/queue/queue.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { readLine, situationOf } from '../change-entry.ts';
import { delaysOf } from './delay.rules.ts';
import { maySee } from '../queue.access.ts';
import { mayBecome } from '../queue.rules.ts';
import { type EntryInLine, findEntryInLine } from '../queue.store.ts';

/** Where putting the own place off would lead, before it is done; nobody else's data is told [WAIT-1]. */
export async function getDelays(
  { db, actor, clock }: Context<Actor>,
  entryId: string,
): Promise<Result<{ delays: Delays }>> {
  const entry = await findEntryInLine(db, entryId);
  if (entry === undefined || !maySee(actor, entry)) return refuse('not_found');
  const delays = await readDelays(db, entry, clock.now());
  return delays.ok ? ok({ delays: delays.value }) : delays;
}

/** The same of an entry that the caller was shown otherwise, such as by its ticket. */
export async function readDelays(
  db: Queryable,
  entry: EntryInLine,
  now: Date,
): Promise<Result<Delays>> {
  const situation = situationOf(entry, now);
  const possible = mayBecome('go_later', situation);
  // That none is left is part of the answer.
  if (!possible.ok && possible.code !== 'delays_used') return possible;
  return ok(delaysOf(await readLine(db, entry, now), situation, now));
}
