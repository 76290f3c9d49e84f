/** Reads and sets the limits of a doctor's line or a shared line [QST-1, LINE-6]. */
import type { BodyOf } from '@baari/contract/endpoint.ts';
import type {
  LimitsUsed,
  LineLimits,
  setLineLimits as setLineLimitsCall,
} from '@baari/contract/lines/line-limits.ts';
import { recordDoctorEvent } from '../../doctors/doctor-event.ts';
import { findDoctor } from '../../doctors/doctors.store.ts';
import { lockMembership } from '../../identity/sessions/membership-lock.store.ts';
import { type LimitFacts, requestStateOf, sessionUsed } from '../../limits/limits.rules.ts';
import { findLimits, writeLimits } from '../../limits/limits.store.ts';
import { asSeen } from '../../platform/audit/as-seen.rules.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import { changedFields } from '../../platform/audit/changed-fields.rules.ts';
import type { MemberContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { lockLine } from '../../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { findLine } from '../../queue/queue.store.ts';
import type { LimitedSession } from '../../schedule/limited-session.rules.ts';
import { publishLine } from '../line-event.ts';

/** Reads the limits of a line of the caller's hospital, and how much of each limit is used. */
export async function getLineLimits(
  { db, actor, clock }: MemberContext,
  lineId: string,
): Promise<Result<LimitsUsed>> {
  const line = await findLine(db, lineId);
  if (line?.hospital_id !== actor.hospitalId) return refuse('not_found');
  return readLimits(db, lineId, clock.now());
}

/**
 * Sets all limits of a line. They apply to later requests only. A patient who has already requested
 * a place or waits keeps the place when a limit is lowered. Refuses: changed_meanwhile.
 */
export function setLineLimits(
  context: MemberContext,
  lineId: string,
  { seen, ...limits }: BodyOf<typeof setLineLimitsCall>,
): Promise<Result<LimitsUsed>> {
  const { actor, clock } = context;
  const { hospitalId } = actor;
  return context.db.transaction(async (tx) => {
    await lockLine(tx, lineId);
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    const line = await findLine(tx, lineId);
    if (line?.hospital_id !== hospitalId) return refuse('not_found');
    const now = clock.now();
    const before = await readLimits(tx, lineId, now);
    if (!before.ok) return before;
    const allowed = asSeen(seen, before.value.limits);
    if (!allowed.ok) return allowed;
    await writeLimits(tx, lineId, limits);
    if (line.is_shared) await publishLine(tx, { hospitalId, lineId }, now);
    else await publishDoctor(tx, lineId, now);
    await recordAudit(tx, context, {
      action: 'set limits of a line',
      details: {
        ...(line.is_shared ? {} : { doctorId: lineId }),
        fields: changedFields(limitFields, before.value.limits, limits),
      },
    });
    return readLimits(tx, lineId, now);
  });
}

const limitFields = ['requestsADay', 'lastRequestAt', 'waitingAtOnce'] as const;

async function publishDoctor(tx: Queryable, doctorId: string, now: Date): Promise<void> {
  const doctor = await findDoctor(tx, doctorId, now);
  if (doctor !== undefined) await recordDoctorEvent(tx, doctor, now);
}

async function readLimits(db: Queryable, lineId: string, now: Date): Promise<Result<LimitsUsed>> {
  const facts = await findLimits(db, lineId, now);
  return facts === undefined ? refuse('not_found') : ok(limitsView(facts, now));
}

function limitsView(facts: LimitFacts, now: Date): LimitsUsed {
  const { requestsADay, lastRequestAt, waitingAtOnce, requestsToday, waiting } = facts;
  const limits: LineLimits = { requestsADay, lastRequestAt, waitingAtOnce };
  const used = sessionUsed(facts, now);
  const session = used && { ...intervalOf(used.session), requests: used.requests };
  const state = requestStateOf(facts, now, 'staff');
  return { limits, state, requestsToday, waiting, session: session ?? null };
}

function intervalOf({ from, to, places }: LimitedSession) {
  return { from, to, places };
}
