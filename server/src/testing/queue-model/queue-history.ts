/**
 * Checks concurrent changes of doctors' queues for linearizability [INV-1, INV-2, INV-3, INV-10].
 * Each answer must match the model at one moment between call and answer, and all changes of a
 * queue must have one order.
 */
import assert from 'node:assert/strict';
import { openStatuses, type QueueStatus, type Urgency } from '@baari/contract/constants.ts';
import {
  afterAction,
  emptyQueue,
  inside,
  type ModelAction,
  type ModelQueue,
  positionOf,
  refusalsOf,
  withRequest,
} from './queue-model.ts';

/** A queue entry as the answer of an API call shows it. */
export interface PublishedEntry {
  readonly id: string;
  readonly status: QueueStatus;
  readonly position: number;
  readonly urgency: Urgency;
  readonly token: string | null;
  /**
   * The date on the hospital's calendar when the entry was approved, YYYY-MM-DD; null before
   * approval.
   */
  readonly approvedOn: string | null;
  /**
   * The time of the change, and its date at the hospital; null if the caller does not receive them.
   */
  readonly changedAt: Date | null;
  readonly changedOn: string | null;
  readonly queueVersion: number;
}

/** The answer of an API call: the entry, or the code of a refusal. */
export type Answered = { readonly entry: PublishedEntry } | { readonly refusal: string };

/** A doctor's queue as an API call shows it to staff. */
export interface AnsweredLine {
  readonly queueVersion: number;
  readonly waiting: readonly { readonly id: string; readonly position: number }[];
  readonly inside: readonly string[];
}

/**
 * What an API call asks for: a place in the line, an action on an entry, or the content of a line.
 */
export type Asked =
  | { readonly kind: 'request'; readonly patient: number; readonly urgency: Urgency }
  | { readonly kind: 'act'; readonly action: ModelAction }
  | { readonly kind: 'read' };

export interface Call {
  readonly asked: Asked;
  readonly doctor: number;
  /**
   * When the API call began, as a number. One counter numbers all calls and answers, so a smaller
   * number was earlier.
   */
  readonly calledAt: number;
  readonly answeredAt: number;
  readonly answered: Answered | AnsweredLine;
  /** The API call as text, for error messages. */
  readonly text: string;
}

type Change = Call & { readonly answered: { readonly entry: PublishedEntry } };

/** Throws if the answers contradict the model. Returns the final state of each doctor's queue. */
export function assertMatchesModel(calls: readonly Call[], doctors: number): ModelQueue[] {
  assertOneEntryPerPatient(calls);
  return Array.from({ length: doctors }, (_, doctor) =>
    assertDoctorMatchesModel(calls.filter((call) => call.doctor === doctor)),
  );
}

/** All changes of all doctors' queues, for checks of the event log. */
export function changesIn(calls: readonly Call[]): PublishedEntry[] {
  return calls.filter(isChange).map(({ answered }) => answered.entry);
}

function isChange(call: Call): call is Change {
  return 'entry' in call.answered;
}

function assertDoctorMatchesModel(calls: readonly Call[]): ModelQueue {
  const changes = calls
    .filter(isChange)
    .toSorted((one, other) => versionOf(one) - versionOf(other));
  // The states of the queue: before any change, after the first, after the second and so on.
  const queues: ModelQueue[] = [emptyQueue];
  let queue = emptyQueue;
  for (const change of changes) {
    queue = afterChange(queue, change);
    queues.push(queue);
  }
  assertOrderOfTime(changes);
  assertTokensDistinct(changes);
  for (const call of calls) {
    if (isChange(call)) continue;
    const { answered } = call;
    if ('refusal' in answered)
      assertRefusalMatches(call, answered.refusal, queuesDuring(call, changes, queues));
    else if ('waiting' in answered)
      assertLineMatches(call, answered, queuesDuring(call, changes, queues));
  }
  return queue;
}

function versionOf({ answered }: Change): number {
  return answered.entry.queueVersion;
}

function afterChange(queue: ModelQueue, change: Change): ModelQueue {
  const { asked, text, answered } = change;
  const { entry } = answered;
  assert.equal(entry.queueVersion, queue.version + 1, `a version is missing or doubled: ${text}`);
  let after = queue;
  if (asked.kind === 'request') after = withRequest(queue, entry.id, asked.urgency);
  else if (asked.kind === 'act') {
    assert.deepEqual(refusalsOf(queue, asked.action), [], `carried out, not refused: ${text}`);
    assert.equal(entry.id, asked.action.id, `another entry than asked for: ${text}`);
    after = afterAction(queue, {
      ...asked.action,
      ...answeredPlace(asked.action, entry),
      ...(entry.changedAt !== null && { at: entry.changedAt.getTime() }),
    });
  }
  const { status, urgency } = after.entries.get(entry.id) ?? {};
  assert.deepEqual(
    { status: entry.status, urgency: entry.urgency, position: entry.position },
    { status, urgency, position: positionOf(after, entry.id) },
    `the answer differs from the later state: ${text}`,
  );
  return after;
}

/** The position of an entry that staff restored after its end, taken from the server's answer. */
function answeredPlace({ name }: ModelAction, { position }: PublishedEntry): { place?: number } {
  return name === 'bring_back' && position > 0 ? { place: position } : {};
}

/**
 * Checks the order of changes: a change that was answered before another API call began must come
 * first.
 */
function assertOrderOfTime(changes: readonly Change[]): void {
  let latestCall = 0;
  for (const change of changes) {
    assert.ok(change.answeredAt > latestCall, `undone by an earlier version: ${change.text}`);
    latestCall = Math.max(latestCall, change.calledAt);
  }
}

/**
 * Checks the tokens: within a day all tokens of a doctor are unique. A token never changes, unless
 * staff restore an ended entry on a later day.
 */
function assertTokensDistinct(changes: readonly Change[]): void {
  const bearers = new Map<string, string>();
  const tokens = new Map<string, string>();
  const days = new Map<string, string>();
  for (const { asked, answered, text } of changes) {
    const { id, token, approvedOn } = answered.entry;
    const changedOn = answered.entry.changedOn ?? '';
    const isBroughtBack = asked.kind === 'act' && asked.action.name === 'bring_back';
    const had = tokens.get(id);
    if (had !== undefined && !isBroughtBack)
      assert.equal(token, had, `another token than before: ${text}`);
    if (token === null) continue;
    const day = days.get(id) ?? approvedOn ?? '';
    // An ended entry that is restored on a later day gets a token of that day, and its old token is
    // free again.
    const isRenewed = had !== undefined && isBroughtBack && changedOn > day;
    if (isRenewed) bearers.delete(`${day} ${had}`);
    days.set(id, isRenewed ? changedOn : day);
    tokens.set(id, token);
    const called = `${days.get(id)} ${token}`;
    assert.equal(bearers.get(called) ?? id, id, `one token for two: ${text}`);
    bearers.set(called, id);
  }
}

/** The possible states of the queue between the start of an API call and its answer. */
function queuesDuring(
  { calledAt, answeredAt }: Call,
  changes: readonly Change[],
  queues: readonly ModelQueue[],
): readonly ModelQueue[] {
  const done = changes.findLastIndex((change) => change.answeredAt < calledAt) + 1;
  const later = changes.findIndex((change) => change.calledAt > answeredAt);
  return queues.slice(done, later === -1 ? undefined : later + 1);
}

function assertRefusalMatches(call: Call, code: string, queues: readonly ModelQueue[]): void {
  const { asked } = call;
  // The refusal `already_in_queue` depends on all doctors' lines, so another check covers it.
  if (asked.kind !== 'act' || code === 'already_in_queue') return;
  // The model does not know days, and an entry that ended on an earlier day cannot be restored.
  if (asked.action.name === 'bring_back' && code === 'day_is_over') return;
  const reasons = new Set(queues.flatMap((queue) => refusalsOf(queue, asked.action)));
  const isReason = [...reasons].some((reason) => reason === code);
  assert.ok(isReason, `refused with ${code} instead of ${[...reasons].join(', ')}: ${call.text}`);
}

/**
 * Checks an answer that contains a doctor's line: it must be the whole line as it was at one
 * moment. The version in the answer may be lower than the line's version.
 */
function assertLineMatches(
  { text }: Call,
  answered: AnsweredLine,
  queues: readonly ModelQueue[],
): void {
  const { waiting } = answered;
  const places = waiting.map(({ position }) => position);
  assert.deepEqual(
    places,
    [...waiting.keys()].map((index) => index + 1),
    `not 1…n: ${text}`,
  );
  const isThen = queues.some(({ version }) => version === answered.queueVersion);
  assert.ok(isThen, `a version that was not then: ${text}`);
  const ids = waiting.map(({ id }) => id).join();
  const running = answered.inside.join();
  const isWhole = queues.some(
    (queue) =>
      queue.version >= answered.queueVersion &&
      queue.line.join() === ids &&
      (inside(queue) ?? '') === running,
  );
  assert.ok(isWhole, `a line that there was not: ${text}`);
}

interface Visit {
  /**
   * The period in which the entry was certainly open: from the answer that opened it to the call that ended it.
   */
  readonly certain: readonly [from: number, to: number];
  /**
   * The period in which the entry was possibly open: from the call that opened it to the answer that ended it.
   */
  readonly possible: readonly [from: number, to: number];
}

const open: ReadonlySet<QueueStatus> = new Set(openStatuses);

/**
 * Checks all doctors together: no patient has two open entries, and no patient without an open
 * entry is refused for having one [INV-2].
 */
function assertOneEntryPerPatient(calls: readonly Call[]): void {
  const changes = Map.groupBy(calls.filter(isChange), ({ answered }) => answered.entry.id);
  const patientOf = new Map<string, number>();
  const visits = new Map<number, Visit[]>();
  for (const [id, ofEntry] of changes) {
    const request = ofEntry.find(({ asked }) => asked.kind === 'request');
    if (request?.asked.kind !== 'request') continue;
    const { patient } = request.asked;
    patientOf.set(id, patient);
    visits.set(patient, [...(visits.get(patient) ?? []), ...visitsOf(ofEntry)]);
  }
  for (const [patient, own] of visits) {
    const isAlone = own.every((visit, index) =>
      own.every((other, at) => at <= index || !overlaps(visit.certain, other.certain)),
    );
    assert.ok(
      isAlone,
      `two open entries of patient ${patient}:\n${publishedOf(patient, calls, patientOf)}`,
    );
  }
  for (const { asked, answered, calledAt, answeredAt, text } of calls) {
    if (asked.kind === 'read' || !('refusal' in answered)) continue;
    if (asked.kind === 'request') assert.equal(answered.refusal, 'already_in_queue', text);
    if (answered.refusal !== 'already_in_queue') continue;
    const patient = asked.kind === 'request' ? asked.patient : patientOf.get(asked.action.id);
    const own = (patient === undefined ? undefined : visits.get(patient)) ?? [];
    const mayHave = own.some(({ possible }) => overlaps(possible, [calledAt, answeredAt]));
    assert.ok(mayHave, `refused a first place: ${text}`);
  }
}

/**
 * The API's answers about one patient's entries, with their times, as text for an error message.
 * Each answer is on a line of its own.
 */
function publishedOf(
  patient: number,
  calls: readonly Call[],
  patientOf: ReadonlyMap<string, number>,
): string {
  return calls
    .filter(isChange)
    .filter(({ answered }) => patientOf.get(answered.entry.id) === patient)
    .map(({ calledAt, answeredAt, text }) => `${calledAt}–${answeredAt} ${text}`)
    .join('\n');
}

/**
 * The periods in which an entry was open. Another period begins if staff restore the ended entry.
 */
function visitsOf(changes: readonly Change[]): Visit[] {
  const inOrder = changes.toSorted((one, other) => versionOf(one) - versionOf(other));
  const visits: Visit[] = [];
  let opened: Change | undefined;
  for (const change of inOrder) {
    const isOpen = open.has(change.answered.entry.status);
    if (isOpen) opened ??= change;
    else if (opened !== undefined) {
      visits.push(visitBetween(opened, change));
      opened = undefined;
    }
  }
  return opened === undefined ? visits : [...visits, visitBetween(opened, undefined)];
}

function visitBetween(opened: Change, end: Change | undefined): Visit {
  return {
    certain: [opened.answeredAt, end?.calledAt ?? Number.POSITIVE_INFINITY],
    possible: [opened.calledAt, end?.answeredAt ?? Number.POSITIVE_INFINITY],
  };
}

function overlaps(one: readonly [number, number], other: readonly [number, number]): boolean {
  return one[0] < other[1] && other[0] < one[1];
}
