/** Moves a visit to its next step in another line. The patient keeps the same token [LINE-3]. */
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ok, type Result } from '../../platform/result.ts';
import { type Arrival, joinLine } from '../../queue/join-line.ts';
import { type LineToJoin, findLine, findEntry, isInQueue } from '../../queue/queue.store.ts';
import { placeByArrival } from '../../queue/transfer/transfer.rules.ts';
import { placeOfReturn } from '../points/call.rules.ts';
import { countSinceReturn } from '../points/counter.store.ts';
import {
  beginVisit,
  findOrderRule,
  findPassedOn,
  findStop,
  hasBeenIn,
  listMembers,
  listPlanned,
  listWaitingFor,
  replacePlanned,
} from './journey.store.ts';

/** In a doctor's own line, at most every third call may go to a returning patient. */
const returnsEvery = 3;

async function ruleOfDoctor(tx: Queryable, doctorId: string) {
  const callsSinceReturn = await countSinceReturn(tx, doctorId, returnsEvery - 1);
  return { order: 'returns_next', every: returnsEvery, callsSinceReturn } as const;
}

/** The line of a visit's next planned step; undefined if there is none. */
export async function lineOfPlan(db: Queryable, entryId: string): Promise<string | undefined> {
  const stop = await findStop(db, entryId);
  if (stop?.visit_id === undefined || stop.visit_id === null) return undefined;
  const [first] = await listPlanned(db, stop.visit_id);
  return first?.line_id;
}

/** The queue entry of a visit's next step, or the planned line that accepts no patients now. */
interface Onward {
  readonly next: StaffEntry | null;
  readonly shut: { readonly id: string; readonly name: string } | null;
}
/**
 * The result if the visit has no next step planned, or if the patient already waits in another
 * line.
 */
export const nowhere: Onward = { next: null, shut: null };

/**
 * Moves a visit to its next planned step, if that step is in the locked line and the line accepts
 * patients. Otherwise the plan is unchanged. `by` is the member of staff who caused the move, if
 * any.
 */
export async function goOn(
  tx: Queryable,
  by: string | null,
  entryId: string,
  lineId: string,
  now: Date,
): Promise<Result<Onward>> {
  const stop = await findStop(tx, entryId);
  if (stop === undefined || (await lineOfPlan(tx, entryId)) !== lineId) return ok(nowhere);
  if (await isInQueue(tx, stop.patient_id)) return ok(nowhere);
  const target = await findLine(tx, lineId);
  if (target === undefined) return ok(nowhere);
  const shut = { next: null, shut: { id: target.id, name: target.name } };
  if (target.status === 'Offline') return ok(shut);
  const joined = await nextStop(tx, by, { entryId, target }, now);
  // The patient joined another line in a concurrent transaction, so this transaction writes
  // nothing.
  if (!joined.ok && joined.code === 'already_in_queue') return joined;
  return ok(joined.ok ? { next: joined.value, shut: null } : shut);
}

/**
 * How many visits move in one transaction. The number is small because live events are sent only
 * when the transaction ends.
 */
export const goOnAtOnce = 50;

/**
 * Selects visits whose next step is a line that was closed, by the time when their last step ended.
 */
interface Waited {
  readonly lineId: string;
  readonly since: Date;
  readonly until: Date;
  /** Only visits whose last step is one of these entries. */
  readonly entryIds?: readonly string[] | undefined;
}

/**
 * Moves visits into a line that accepts patients again, one batch per call, in the order in which
 * the visits' last steps ended (decision 111). Returns whether there may be more visits. The caller
 * holds the line's lock.
 */
export async function goOnWhereOpened(
  tx: Queryable,
  by: string | null,
  waited: Waited,
  now: Date,
): Promise<Result<{ hasMore: boolean }>> {
  const found = await listWaitingFor(tx, waited, goOnAtOnce);
  let gone = 0;
  for (const entryId of found) {
    const onward = await goOn(tx, by, entryId, waited.lineId, now);
    if (!onward.ok) return onward;
    if (onward.value.next !== null) gone += 1;
  }
  return ok({ hasMore: found.length === goOnAtOnce && gone > 0 });
}

interface Going {
  /** The entry of the step that has ended. */
  readonly entryId: string;
  readonly target: LineToJoin;
}

/**
 * Creates the queue entry for the next step of a visit, at the position given by the line's rule.
 * If this line was the next planned step, that step is removed from the plan. The caller holds the
 * locks of both lines.
 */
export async function nextStop(
  tx: Queryable,
  by: string | null,
  { entryId, target }: Going,
  now: Date,
): Promise<Result<StaffEntry>> {
  // The queries are pipelined on one connection and run in this order.
  const [from, passedOn] = await Promise.all([
    findEntry(tx, entryId),
    findPassedOn(tx, entryId),
    beginVisit(tx, entryId),
  ]);
  if (from === undefined) throw new Error('A stop that was just written cannot be read.');
  const { token, tokenLineId, arrivedAt } = passedOn;
  if (token === undefined) throw new Error('Whoever has been served has a token.');
  const visitId = from.visit_id ?? entryId;
  const [isReturn, [first, ...rest]] = await Promise.all([
    hasBeenIn(tx, visitId, target.id),
    listPlanned(tx, visitId),
  ]);
  const wasPlanned = first?.line_id === target.id;
  if (wasPlanned) await replacePlanned(tx, visitId, rest);
  const arrival: Arrival = {
    by: 'staff',
    symptoms: from.symptoms ?? undefined,
    urgency: from.urgency,
    sentOn: {
      fromId: entryId,
      visitId,
      tokenLineId,
      isReturn,
      wasPlanned,
      token,
      by,
      place: (within, id) => placeByRule(within, target.id, { id, arrivedAt, isReturn }),
    },
  };
  const patient = { id: from.patient_id, accountId: from.account_id };
  return joinLine(tx, target, patient, arrival, now);
}

interface Newcomer {
  readonly id: string;
  /** The time at which the visit's first step began. */
  readonly arrivedAt: Date;
  readonly isReturn: boolean;
}

/**
 * The position that the line's rule of order gives a transferred patient; undefined means the end
 * of the line.
 */
export async function placeByRule(
  tx: Queryable,
  lineId: string,
  { id, arrivedAt, isReturn }: Newcomer,
): Promise<number | undefined> {
  const rule = (await findOrderRule(tx, lineId)) ?? (await ruleOfDoctor(tx, lineId));
  if (rule.order === 'end') return undefined;
  const members = (await listMembers(tx, lineId)).filter((other) => other.id !== id);
  const place =
    rule.order === 'returns_next' && isReturn
      ? placeOfReturn(members, rule.every, rule.callsSinceReturn)
      : placeByArrival(members, arrivedAt);
  return place > members.length ? undefined : place;
}
