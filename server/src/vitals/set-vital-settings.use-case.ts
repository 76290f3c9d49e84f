import type { BodyOf } from '@baari/contract/endpoint.ts';
import {
  type setVitalSettings as endpoint,
  type VitalSettings,
  vitalSigns,
} from '@baari/contract/visit/vitals.ts';
import { lockHospital } from '../hospitals/hospitals.store.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { asSeen } from '../platform/audit/as-seen.rules.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { findSettings, upsertSettings } from './vitals.store.ts';
import { settingsView } from './vitals.view.ts';

/**
 * Sets which vital signs the hospital records, and in which units it shows them. Values that were
 * recorded stay. Refuses: changed_meanwhile.
 */
export function setVitalSettings(
  context: MemberContext,
  { seen, ...given }: BodyOf<typeof endpoint>,
): Promise<Result<{ settings: VitalSettings }>> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    await lockHospital(tx, actor.hospitalId);
    const before = settingsView(await findSettings(tx, actor.hospitalId));
    const allowed = asSeen(seen, before);
    if (!allowed.ok) return allowed;
    const wanted = { ...given, asked: vitalSigns.filter((sign) => given.asked.includes(sign)) };
    await upsertSettings(tx, actor.hospitalId, wanted);
    await recordAudit(tx, context, { action: 'change vital signs recorded' });
    return ok({ settings: wanted });
  });
}
