/** Which roles may read every report of a hospital, and how administrators change that [SEC-25]. */
import type { BodyOf } from '@baari/contract/endpoint.ts';
import type {
  ReportReaders,
  setReportReaders as setReportReadersCall,
} from '@baari/contract/visit/report-access.ts';
import { lockHospital } from '../hospitals/hospitals.store.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { asSeen } from '../platform/audit/as-seen.rules.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { readReportReaders, updateReportReaders } from './report-access.store.ts';

interface ReadersReply {
  readers: ReportReaders;
}

export async function getReportReaders({
  db,
  actor,
}: MemberContext): Promise<Result<ReadersReply>> {
  return ok({ readers: await readReportReaders(db, actor.hospitalId) });
}

/**
 * Saves which roles may read every report; it applies from the next request on. Refuses:
 * changed_meanwhile.
 */
export function setReportReaders(
  context: MemberContext,
  { seen, ...given }: BodyOf<typeof setReportReadersCall>,
): Promise<Result<ReadersReply>> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    await lockHospital(tx, actor.hospitalId);
    const before = await readReportReaders(tx, actor.hospitalId);
    const allowed = asSeen(seen, before);
    if (!allowed.ok) return allowed;
    await updateReportReaders(tx, actor.hospitalId, given);
    await recordAudit(tx, context, {
      action: 'change who reads reports',
      details: { from: plain(before), to: plain(given) },
    });
    return ok({ readers: given });
  });
}

/** The roles that may read every report, as text with their names in the contract. */
function plain({ doctors, receptionists, administrators }: ReportReaders): string {
  const named = [
    ...(doctors ? ['doctor'] : []),
    ...(receptionists ? ['receptionist'] : []),
    ...(administrators ? ['hospital_admin'] : []),
  ];
  return named.join(', ');
}
