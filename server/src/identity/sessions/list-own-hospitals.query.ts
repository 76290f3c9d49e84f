/** The hospitals that the caller's session may act for [ROLE-9]. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { listOwnHospitals as endpoint } from '@baari/contract/account/identity.ts';
import type { PersonActor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { ok, type Result } from '../../platform/result.ts';
import { listOwnHospitals } from '../security-events/acting.store.ts';

export async function listHospitalsOfSession({
  db,
  actor,
}: Context<PersonActor>): Promise<Result<ReplyOf<typeof endpoint>>> {
  const rows = await listOwnHospitals(db, actor.sessionId);
  return ok({ hospitals: rows.map((row) => ({ ...row, isActing: row.id === actor.hospitalId })) });
}
