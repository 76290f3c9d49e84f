/**
 * Queries on summaries by a language model: the summary below a visit's answers, and the hospital's
 * setting [ASSESS-5].
 */
import type { AssessmentForm } from '@baari/contract/visit/assessment.ts';
import type { MachineSummary, SummaryReply } from '@baari/contract/visit/summary.ts';
import { findSaid } from '../../consent/consent.store.ts';
import { isGiven } from '../../consent/consent.rules.ts';
import { type Actor, isStaff } from '../../platform/actor.ts';
import type { StaffContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { VisitRow } from '../assessments.store.ts';
import { hashOf, isWanted, sourceFor, type SummarySettings } from './sum-up.ts';
import { countTries, findSummary, isOn, listNamesAround } from './summaries.store.ts';
import { refusalOf } from './verify-summary.rules.ts';

/**
 * Reads the summary of exactly these answers; undefined if there is none. Each read verifies the
 * summary again and hides it once the patient or the hospital no longer agrees.
 */
export async function findMachineSummary(
  db: Queryable,
  row: VisitRow,
): Promise<MachineSummary | null> {
  const { account_id: accountId, hospital_id: hospitalId, visit_id: visitId } = row;
  if (accountId === null || row.state !== 'ready') return null;
  const found = await findSummary(db, visitId, hashOf(row));
  if (found === undefined || !(await isWanted(db, accountId, hospitalId))) return null;
  const source = await sourceFor(db, row);
  const { sentences, model, asked_at: askedAt } = found;
  if (source === undefined || refusalOf(source.facts, sentences) !== undefined) return null;
  return { sentences, model, madeAt: askedAt.toISOString() };
}

/**
 * Whether the form asks the patient for consent to summaries, and what the patient decided. Staff
 * are never asked, and no patient is asked if no model is configured.
 */
export async function summaryOffer(
  db: Queryable,
  actor: Actor,
  row: VisitRow,
  settings: SummarySettings | undefined,
): Promise<AssessmentForm['summary']> {
  const { account_id: accountId, hospital_id: hospitalId } = row;
  if (settings === undefined || isStaff(actor) || accountId === null) return null;
  if (!(await isOn(db, hospitalId))) return null;
  const said = await findSaid(db, accountId, hospitalId, 'summaries');
  const [name = ''] = await listNamesAround(db, hospitalId, null);
  return {
    hospital: { id: hospitalId, name },
    isGiven: isGiven('summaries', said),
    isSaid: said !== undefined,
  };
}

const countedDays = 30;

export async function getSummaries(
  context: StaffContext,
  settings: SummarySettings | undefined,
): Promise<Result<SummaryReply>> {
  return ok(await readSummaries(context.db, context, settings));
}

export async function readSummaries(
  db: Queryable,
  { actor, clock }: Pick<StaffContext, 'actor' | 'clock'>,
  settings: SummarySettings | undefined,
): Promise<SummaryReply> {
  const since = new Date(clock.now().getTime() - countedDays * 24 * 3_600_000);
  return {
    summaries: { isOn: await isOn(db, actor.hospitalId) },
    model:
      settings === undefined
        ? null
        : { name: settings.model, host: new URL(settings.url).host, aDay: settings.perDay },
    counts: await countTries(db, actor.hospitalId, since),
  };
}
