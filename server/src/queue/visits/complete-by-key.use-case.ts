/**
 * Completes an entry for a hospital's own system, in which the visit is over. A patient who still
 * waits in Baari is called first, so that the history has the call, the visit and its end [API-28].
 */
import type { IntegrationActor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { lockLineOf } from '../../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { type ActionRequest, changeEntryIn } from '../change-entry.ts';
import { answerOf, type EntryAnswer } from '../entry-event.ts';
import { mayUse } from '../queue.access.ts';
import { findEntryInLine } from '../queue.store.ts';

/**
 * Moves a waiting patient to the front, calls and completes, in one transaction. Refuses as each of
 * these steps does, for example while another patient of the doctor is not completed.
 */
export function completeByKey(
  context: Context<IntegrationActor>,
  entryId: string,
  complete: ActionRequest<'complete'>,
): Promise<Result<EntryAnswer<IntegrationActor>>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    const [locked, entry] = await Promise.all([
      lockLineOf(tx, entryId),
      findEntryInLine(tx, entryId),
    ]);
    if (entry === undefined) return refuse('not_found');
    const allowed = mayUse('consult', actor, entry);
    if (!allowed.ok) return allowed;
    if (locked !== entry.line_id) return refuse('entry_changed');
    const now = clock.now();
    const { seen } = complete;
    const isWaiting = entry.status === 'waiting';
    if (isWaiting && entry.place > 1) {
      const payload = { position: 1, reason: 'doctor' } as const;
      const moved = await changeEntryIn(
        tx,
        context,
        entryId,
        { name: 'move', wish: { payload, seen } },
        now,
      );
      if (!moved.ok) return moved;
    }
    if (isWaiting) {
      const started = await changeEntryIn(
        tx,
        context,
        entryId,
        { name: 'start', wish: { payload: {} } },
        now,
      );
      if (!started.ok) return started;
    }
    // A patient who was called only now says nothing about how long a visit takes.
    const wish = isWaiting ? { payload: complete.payload, isUnmeasured: true as const } : complete;
    const done = await changeEntryIn(tx, context, entryId, { name: 'complete', wish }, now);
    return done.ok ? ok(answerOf(context, done.value)) : done;
  });
}
