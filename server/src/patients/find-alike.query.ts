import { type AlikePatient, alikeShown } from '@baari/contract/patient/patient.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { dayAt } from '../schedule/calendar.rules.ts';
import { likeliestFirst, phoneEndOf, spellingsToSeek } from './alike.rules.ts';
import { listCandidates } from './patients.store.ts';
import { patientFactsView } from './patients.view.ts';

/**
 * Finds known patients that the desk may be about to enter again, by the typed name or phone
 * [DESK-7]. Searches only the caller's hospital, and records each search.
 */
export async function findAlike(
  context: MemberContext,
  { name, phone }: { readonly name: string; readonly phone: string },
): Promise<Result<{ patients: AlikePatient[] }>> {
  const { db, actor, clock } = context;
  const rows = await listCandidates(db, {
    hospitalId: actor.hospitalId,
    spellings: spellingsToSeek(name),
    phoneEnd: phoneEndOf(phone),
  });
  const candidates = rows.map((row) => ({
    ...row,
    hasPhone: row.has_phone,
    lastSeen: row.last_visit === null ? null : new Date(row.last_visit.day),
  }));
  const found = likeliestFirst(name, candidates).slice(0, alikeShown);
  await recordAudit(db, context, {
    action: 'look for a known patient',
    patientIds: found.map(([{ id }]) => id),
  });
  const today = dayAt(clock.now(), 'UTC');
  const patients = found.map(([row, by]) => ({
    ...patientFactsView(row, actor.role, today),
    by,
  }));
  return ok({ patients });
}
