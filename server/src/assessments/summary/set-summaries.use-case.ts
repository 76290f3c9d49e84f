import type { BodyOf } from '@baari/contract/endpoint.ts';
import type { setSummaries as endpoint, SummaryReply } from '@baari/contract/visit/summary.ts';
import { lockHospital } from '../../hospitals/hospitals.store.ts';
import { lockMembership } from '../../identity/sessions/membership-lock.store.ts';
import { asSeen } from '../../platform/audit/as-seen.rules.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { MemberContext } from '../../platform/context.ts';
import { type Result, ok, refuse } from '../../platform/result.ts';
import type { SummarySettings } from './sum-up.ts';
import { readSummaries } from './summaries.query.ts';
import { dueOfHospital, isOn, writeOn } from './summaries.store.ts';

/**
 * Turns summaries of answers on or off for a hospital, also for open visits. Refuses:
 * changed_meanwhile, no_model.
 */
export function setSummaries(
  context: MemberContext,
  { seen, isOn: wanted }: BodyOf<typeof endpoint>,
  settings: SummarySettings | undefined,
): Promise<Result<SummaryReply>> {
  const { db, actor, clock } = context;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    await lockHospital(tx, actor.hospitalId);
    const before = await isOn(tx, actor.hospitalId);
    const allowed = asSeen(seen, { isOn: before });
    if (!allowed.ok) return allowed;
    if (wanted && settings === undefined) return refuse('no_model');
    await writeOn(tx, actor.hospitalId, wanted);
    if (wanted && !before) await dueOfHospital(tx, actor.hospitalId, clock.now());
    await recordAudit(tx, context, {
      action: 'change summaries',
      details: { from: onOrOff(before), to: onOrOff(wanted) },
    });
    return ok(await readSummaries(tx, context, settings));
  });
}

function onOrOff(value: boolean): string {
  return value ? 'on' : 'off';
}
