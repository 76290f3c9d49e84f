/**
 * A patient's own erasure request: whether a request exists, when it is due, and which data must
 * stay [SEC-14].
 */
import type { Erasure } from '@baari/contract/patient/erasure.ts';
import type { PatientContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result } from '../platform/result.ts';
import { waitsFor } from './erasure.rules.ts';
import { findErasureRequest, listKept, readStillOpen } from './erasure.store.ts';

export async function getErasure(context: PatientContext): Promise<Result<{ erasure: Erasure }>> {
  return ok({ erasure: await readErasure(context.db, context) });
}

export async function readErasure(
  db: Queryable,
  { actor, clock }: Pick<PatientContext, 'actor' | 'clock'>,
): Promise<Erasure> {
  const now = clock.now();
  const request = await findErasureRequest(db, actor.userId);
  const open = await readStillOpen(db, actor.userId, now);
  const kept = await listKept(db, actor.userId, now);
  return {
    requestedAt: request?.requested_at.toISOString() ?? null,
    dueAt: request?.due_at.toISOString() ?? null,
    waitsFor: waitsFor(open),
    keeps: kept.map(({ hospital, reports, until }) => ({ hospital, reports, until })),
  };
}
