import type { JoinApplication, JoinRequest } from '@baari/contract/account/team.ts';
import { findHospital } from '../hospitals/hospitals.store.ts';
import type { PersonActor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { network } from '../platform/network.rules.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { mayCause } from '../platform/messages/send-budget.ts';
import { mailAdministrators } from './application-mails.ts';
import { findJoinRequest, insertJoinRequest, isMember } from './team.store.ts';
import { joinRequestView } from './team.view.ts';

/**
 * Requests to join a hospital's staff; the applicant may also work elsewhere. The request gives no
 * rights before approval and a verified email [JOINH-2]. The hospital's administrators are mailed.
 */
export async function applyToHospital(
  { db, actor, clock, address }: Context<PersonActor>,
  application: JoinApplication,
  publicUrl: string,
): Promise<Result<{ request: JoinRequest }>> {
  if (await isMember(db, application.hospitalId, actor.userId)) return refuse('already_staff');
  if (actor.email?.toLowerCase() !== application.email) return refuse('email_mismatch');
  const now = clock.now();
  return db.transaction(async (tx) => {
    const hospital = await findHospital(tx, application.hospitalId, now);
    if (hospital === undefined || hospital.standing === 'hidden') return refuse('not_found');
    const parties = {
      sender: actor.userId,
      network: network(address),
      hospital: { id: hospital.id, isConfirmed: hospital.standing === 'confirmed' },
    };
    const allowed = await mayCause(tx, 'join_request', parties, now);
    if (!allowed.ok) return allowed;
    const id = await insertJoinRequest(tx, actor.userId, application, now);
    if (id === undefined) return refuse('join_request_pending');
    const row = await findJoinRequest(tx, id);
    if (row === undefined) throw new Error('The request just written cannot be read.');
    await mailAdministrators(tx, row, parties.hospital, publicUrl, now);
    return ok({ request: joinRequestView(row) });
  });
}
