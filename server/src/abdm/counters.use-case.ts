/** Administrators make and end the QR codes of counters [API-37]. */
import { randomInt } from 'node:crypto';
import { type AbdmSettings, maxCounters } from '@baari/contract/hospital/abdm.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { findLine } from '../queue/queue.store.ts';
import type { AbdmOffer } from './abdm-offer.ts';
import { countCounters, deleteCounter, insertCounter } from './abdm.store.ts';
import { settingsOf } from './get-abdm.query.ts';
import { counterCodeOf } from './share.rules.ts';

/** Makes a counter for a doctor's line or a shared line of the caller's hospital. */
export function addCounter(
  context: MemberContext,
  { lineId }: { readonly lineId: string },
  offer: AbdmOffer,
): Promise<Result<AbdmSettings>> {
  const { db, actor, clock } = context;
  const { hospitalId } = actor;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const line = await findLine(tx, lineId);
    if (line?.hospital_id !== hospitalId) return refuse('not_found');
    if ((await countCounters(tx, hospitalId)) >= maxCounters) return refuse('too_many_counters');
    const given = { hospitalId, lineId, madeAt: clock.now() };
    while (!(await insertCounter(tx, { ...given, code: newCode(offer.cell) })));
    await recordAudit(tx, context, { action: 'add ABDM counter', details: { to: line.name } });
    return ok(await settingsOf(tx, hospitalId, offer));
  });
}

function newCode(cell: string): string {
  return counterCodeOf(cell, (below) => randomInt(below));
}

/** Ends a counter's QR code at once. */
export function removeCounter(
  context: MemberContext,
  id: string,
  offer: AbdmOffer,
): Promise<Result<AbdmSettings>> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    if (!(await deleteCounter(tx, actor.hospitalId, id))) return refuse('not_found');
    await recordAudit(tx, context, { action: 'remove ABDM counter' });
    return ok(await settingsOf(tx, actor.hospitalId, offer));
  });
}
