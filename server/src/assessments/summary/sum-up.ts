/**
 * Has a language model summarise patients' answers in the background, so that no API request waits
 * for the model [ASSESS-5]. A scheduled task looks for answers to summarise. Each version of the
 * answers is sent once, by one process. If a step fails, the visit gets no summary, and nothing
 * else changes.
 */
import { createHash, randomUUID } from 'node:crypto';
import { hasConsent } from '../../consent/consented.ts';
import { lockAccount } from '../../consent/consent.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { ok } from '../../platform/result.ts';
import { countMessage, readCount } from '../../platform/messages/send-budget.store.ts';
import { textsOf } from '../../texts/texts.ts';
import type { Answers } from '../assessment.rules.ts';
import { publishAssessment } from '../assessment-event.ts';
import { findVisit, type VisitRow } from '../assessments.store.ts';
import { askedOf } from '../assessments.view.ts';
import { after, type Breaker, closed, mayAsk, mostAtOnce } from './breaker.rules.ts';
import { identifiersOf } from './identifiers-of.ts';
import { askModel, type ModelAnswer, type ModelEndpoint } from './model-client.ts';
import { requestBody } from './request.rules.ts';
import { isReadable, type Source, sourceOf } from './source.rules.ts';
import {
  beginTry,
  countChange,
  endTry,
  findSymptoms,
  isOn,
  isStillOpen,
  postpone,
  takeDue,
  type TryEnd,
} from './summaries.store.ts';
import { refusalOf } from './verify-summary.rules.ts';

export interface SummarySettings extends ModelEndpoint {
  /** The highest number of summaries that may be attempted per hospital and day. */
  readonly perDay: number;
}

export interface Summing {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: SummarySettings;
}

const mostTogether = 4;
const hourMs = 3_600_000;
/**
 * Daily counts of summaries are deleted after this time. By then the counted day is over in every
 * time zone.
 */
const countedMs = 48 * hourMs;

/**
 * Makes the scheduled task that looks for answers to summarise. `go` runs the task once; `stop`
 * aborts its running requests to the model.
 */
export function makeSummer(options: Summing): { go(): Promise<void>; stop(): void } {
  const { clock } = options;
  const stopping = new AbortController();
  let breaker: Breaker = closed;

  async function go(): Promise<void> {
    while (!stopping.signal.aborted && mayAsk(breaker, clock.now())) {
      const work = await takeWork(options, mostAtOnce(breaker, mostTogether));
      if (work.taken === 0) return;
      await Promise.all(work.tries.map((one) => carryOut(one)));
    }
  }

  async function carryOut(one: Try): Promise<void> {
    const { settings } = options;
    const began = performance.now();
    const body = requestBody(settings.model, one.source, randomUUID());
    const answer = await askModel(settings, body, stopping.signal);
    if (answer.isAnswered || answer.why !== 'stopped') {
      breaker = after(breaker, answer.isAnswered, clock.now());
    }
    await keep(options, one, { answer, latencyMs: Math.round(performance.now() - began) });
  }

  return { go, stop: () => stopping.abort() };
}

interface Try {
  readonly visitId: string;
  readonly hospitalId: string;
  readonly accountId: string;
  readonly hash: string;
  readonly source: Source;
}

/**
 * Claims due answers and records the attempt before the model is called. A crash after that loses
 * one summary, but the same answers are never sent twice.
 */
async function takeWork(
  { db, clock, settings }: Summing,
  limit: number,
): Promise<{ taken: number; tries: Try[] }> {
  const work = await db.transaction(async (tx) => {
    const now = clock.now();
    const due = await takeDue(tx, now, limit);
    const tries: Try[] = [];
    for (const visitId of due) {
      const one = await tryOf(tx, visitId, settings, now);
      if (one !== undefined) tries.push(one);
    }
    return ok({ taken: due.length, tries });
  });
  return work.ok ? work.value : { taken: 0, tries: [] };
}

async function tryOf(
  tx: Queryable,
  visitId: string,
  { model, perDay }: SummarySettings,
  now: Date,
): Promise<Try | undefined> {
  const row = await findVisit(tx, visitId, now);
  if (row?.state !== 'ready' || !(await isStillOpen(tx, visitId))) return undefined;
  const { account_id: accountId, hospital_id: hospitalId } = row;
  if (accountId === null || !(await isWanted(tx, accountId, hospitalId))) return undefined;
  const source = await sourceFor(tx, row);
  if (source === undefined) return undefined;
  const key = `summaries:${hospitalId}:${row.today}`;
  if ((await readCount(tx, key, now)) >= perDay) {
    await postpone(tx, visitId, new Date(now.getTime() + hourMs));
    return undefined;
  }
  const hash = hashOf(row);
  if (!(await beginTry(tx, { visitId, hash, hospitalId, model }, now))) return undefined;
  await countMessage(tx, [key], now, new Date(now.getTime() + countedMs));
  return { visitId, hospitalId, accountId, hash, source };
}

/** Whether both the hospital and the patient agree to summaries of answers now. */
export async function isWanted(
  db: Queryable,
  accountId: string,
  hospitalId: string,
): Promise<boolean> {
  return (await isOn(db, hospitalId)) && (await hasConsent(db, accountId, hospitalId, 'summaries'));
}

/**
 * The facts of a visit that the model receives. Undefined if there is nothing to summarise or the
 * checks cannot read the text.
 */
export async function sourceFor(db: Queryable, row: VisitRow): Promise<Source | undefined> {
  const { bank, answers } = row;
  if (bank === null || answers === null) return undefined;
  const symptoms = await findSymptoms(db, row.visit_id);
  const identifiers = await identifiersOf(db, row);
  if (!isReadable(answers, symptoms, identifiers)) return undefined;
  const source = sourceOf(bank, askedOf(row), answers, {
    signsEverSaid: row.signs ?? [],
    symptoms,
    identifiers,
    wordsIn: (language) => textsOf('answerSummaries', language),
  });
  return source.facts.length === 0 ? undefined : source;
}

/**
 * A hash of one version of a visit's answers. It includes the visit's id, so that equal answers of
 * two patients have different hashes.
 */
export function hashOf({
  visit_id: visitId,
  bank,
  answers,
}: Pick<VisitRow, 'visit_id' | 'bank' | 'answers'>): string {
  const sorted = Object.entries<Answers[string]>(answers ?? {}).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const version = JSON.stringify([visitId, bank?.version ?? null, sorted]);
  return createHash('sha256').update(version).digest('hex');
}

async function keep(
  { db, clock, log, settings }: Summing,
  { visitId, hospitalId, accountId, hash, source }: Try,
  { answer, latencyMs }: { readonly answer: ModelAnswer; readonly latencyMs: number },
): Promise<void> {
  const end = await db.transaction(async (tx) => {
    const now = clock.now();
    // The lock makes this transaction wait for a concurrent withdrawal of consent.
    await lockAccount(tx, accountId);
    const isStillWanted = await isWanted(tx, accountId, hospitalId);
    const ended: TryEnd = { visitId, hash, latencyMs, ...verdictOn(source, answer, isStillWanted) };
    await endTry(tx, ended);
    if (ended.verdict === 'shown') {
      await countChange(tx, visitId);
      await publishAssessment(tx, { visitId, hospitalId }, now);
    }
    return ok(ended);
  });
  if (!end.ok) return;
  const { verdict, reason } = end.value;
  log.info(
    { hash, model: settings.model, latencyMs, verdict, reason },
    'A language model was called to summarise answers.',
  );
}

type Verdict = Pick<TryEnd, 'verdict' | 'reason' | 'sentences'>;

function verdictOn(source: Source, answer: ModelAnswer, isStillWanted: boolean): Verdict {
  if (!answer.isAnswered) return { verdict: 'unanswered', reason: answer.why, sentences: null };
  const { sentences } = answer;
  const refusal = isStillWanted ? refusalOf(source.facts, sentences) : 'not_wanted';
  return refusal === undefined
    ? { verdict: 'shown', reason: null, sentences }
    : { verdict: 'refused', reason: refusal, sentences: null };
}
