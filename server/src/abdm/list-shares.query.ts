import type { AbdmInbox } from '@baari/contract/hospital/abdm.ts';
import { queuePageSize } from '@baari/contract/constants.ts';
import { listFacts } from '../patients/patients.store.ts';
import { patientFactsView } from '../patients/patients.view.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import { listShares } from './abdm.store.ts';
import { shareView } from './abdm.view.ts';

/** What patients shared at the counters of the caller's hospital today [API-39]. */
export async function listAbdmShares(context: MemberContext): Promise<Result<AbdmInbox>> {
  const inbox = await inboxOf(context.db, context);
  const patientIds = patientsOf(inbox);
  if (patientIds.length > 0) {
    await recordAudit(context.db, context, { action: 'read ABDM shares', patientIds });
  }
  return ok(inbox);
}

/** The list as it is now. */
export async function inboxOf(
  db: Queryable,
  { actor, clock }: Pick<MemberContext, 'actor' | 'clock'>,
): Promise<AbdmInbox> {
  const { hospitalId, role } = actor;
  const rows = await listShares(db, hospitalId, clock.now(), queuePageSize);
  const ids = rows.flatMap(({ patient_id, like_id }) => [patient_id ?? [], like_id ?? []].flat());
  const today = dayAt(clock.now(), 'UTC');
  const known = await listFacts(db, hospitalId, ids);
  const facts = new Map(known.map((row) => [row.id, patientFactsView(row, role, today)]));
  return { shares: rows.map((row) => shareView(row, facts)) };
}

/** Everybody whom the list names. */
export function patientsOf({ shares }: AbdmInbox): string[] {
  const ids = shares.flatMap(({ place }) =>
    place === null ? [] : [place.patient.id, ...(place.like === null ? [] : [place.like.id])],
  );
  return [...new Set(ids)];
}
