/**
 * Runs random actions on two doctors' queues of a real server over HTTP, and checks the server's
 * event log.
 */
import assert from 'node:assert/strict';
import { queueStatuses, urgencies } from '@baari/contract/constants.ts';
import type { EndpointName } from '@baari/contract/endpoints.ts';
import type { CalledName } from '@baari/contract/queue/queue.ts';
import { type QueueAction, queueActions } from '@baari/contract/queue/queue-actions.ts';
import { problem } from '@baari/contract/refusals.ts';
import { z } from 'zod';
import {
  type Call,
  changesIn,
  type Answered,
  type PublishedEntry,
  type AnsweredLine,
} from './queue-history.ts';
import type { ModelAction, ModelActionName, ModelQueue } from './queue-model.ts';
import { type Afterwards, doctors, type QueuesUnderTest } from './random-work.ts';
import type { CallParts, TestAnswer, TestServer } from '../test-app.ts';
import { makeDoctor, type TestPerson, type Town } from '../test-people.ts';
import { entriesInLog } from './published-entries.ts';

const entryAnswered = z.object({
  id: z.string(),
  status: z.enum(queueStatuses),
  position: z.number(),
  urgency: z.enum(urgencies),
  token: z.string().nullable(),
  approvedAt: z.string().nullable(),
  lastChange: z.object({ at: z.string() }).nullish(),
  queueVersion: z.number(),
});
type EntryAnswered = z.infer<typeof entryAnswered>;
const answeredEntry = z.object({ queue: entryAnswered });

/** Formats a date in the time zone of the hospitals that `makeHospital` makes. */
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

function dayOf(at: Date | null): string | null {
  return at === null ? null : day.format(at);
}

function answeredBy(answer: TestAnswer): Answered {
  if (answer.status === 200 || answer.status === 201)
    return { entry: entryIn(answeredEntry.parse(answer.body).queue) };
  assert.equal(answer.status, 409, answer.text);
  return { refusal: problem.parse(answer.body).code };
}

function entryIn({ approvedAt, lastChange, ...entry }: EntryAnswered): PublishedEntry {
  const changedAt = lastChange?.at === undefined ? null : new Date(lastChange.at);
  const approvedOn = dayOf(approvedAt === null ? null : new Date(approvedAt));
  return { ...entry, approvedOn, changedAt, changedOn: dayOf(changedAt) };
}

/**
 * The endpoint of an action in the model, and the input of the call: by default the contract's
 * example.
 */
function callOf(action: ModelAction): {
  readonly endpoint: EndpointName;
  readonly parts: CallParts;
} {
  const { name, id, seen } = action;
  const { call }: QueueAction = queueActions[name];
  const body = bodyOf(action) ?? call?.example;
  const query = seen === undefined ? {} : { query: { seen } };
  const parts = { id, ...query, ...(body && { body }) };
  return { endpoint: isCalled(name) ? queueActions[name].call.name : 'updateEntry', parts };
}

function isCalled(name: ModelActionName): name is ModelActionName & CalledName {
  return 'call' in queueActions[name];
}

/**
 * The request body of an action if the body varies or differs from the contract's example; else
 * undefined.
 */
function bodyOf({ name, place, urgency }: ModelAction): object | undefined {
  switch (name) {
    case 'no_show':
      return { status: 'no_show' };
    case 'move':
      return { position: place, reason: 'urgent' };
    case 'close':
      // The reason is not `day_ended`, because `endedWithTheDay` recognises entries that the server
      // closed by that reason.
      return { reason: 'doctor_left' };
    case 'urgency':
      return { urgency, reason: 'Looked again.' };
    default:
      return undefined;
  }
}

const answeredLine = z.object({
  queue: z.array(z.object({ id: z.string(), status: z.enum(queueStatuses), position: z.number() })),
  stats: z.object({ totalWaiting: z.number(), totalInProgress: z.number() }),
  queueVersion: z.number(),
});

function lineIn(answer: TestAnswer): AnsweredLine {
  assert.equal(answer.status, 200, answer.text);
  const { queue, stats, queueVersion } = answeredLine.parse(answer.body);
  const waiting = queue.filter(({ status }) => status === 'waiting');
  const running = queue.filter(({ status }) => status === 'in_progress').map((entry) => entry.id);
  assert.deepEqual(stats, { totalWaiting: waiting.length, totalInProgress: running.length });
  return { queueVersion, waiting, inside: running };
}

/** The server of the run, and the staff accounts that act on it. */
export interface HospitalUnderTest extends Pick<Town, 'hospitalId' | 'admin' | 'receptionist'> {
  readonly patients: readonly TestPerson[];
  readonly call: (
    caller: TestPerson | undefined,
    name: EndpointName,
    parts: CallParts,
  ) => Promise<TestAnswer>;
}

/** Opens queues of two new doctors over HTTP. */
export async function openQueues(
  app: TestServer,
  { hospitalId, admin, receptionist, patients, call }: HospitalUnderTest,
): Promise<{
  queues: QueuesUnderTest;
  doneByItself: () => Promise<Call[]>;
  afterwards: Afterwards;
}> {
  const ids: string[] = [];
  while (ids.length < doctors) ids.push(await makeDoctor(app, hospitalId));
  const idOf = (doctor: number) => ids[doctor] ?? '';
  const queues: QueuesUnderTest = {
    async request(patient, doctor, urgency) {
      const body = { doctorId: idOf(doctor), urgency };
      return answeredBy(await call(patients[patient], 'requestPlace', { body }));
    },
    async act(action, by) {
      const { name } = action;
      // A receptionist may not call a patient in, complete a visit, or restore an entry to the
      // doctor's room.
      const isConsulting = name === 'start' || name === 'complete' || name === 'bring_back';
      const isAtDesk = 'staff' in by && by.staff % 2 === 1 && !isConsulting;
      const staff = isAtDesk ? receptionist : admin;
      const caller = 'patient' in by ? patients[by.patient] : staff;
      const { endpoint, parts } = callOf(action);
      return answeredBy(await call(caller, endpoint, parts));
    },
    read: async (doctor) =>
      lineIn(await call(receptionist, 'getDoctorQueue', { id: idOf(doctor) })),
  };
  return {
    queues,
    doneByItself: () => endedWithTheDay(app, ids),
    afterwards: (models, calls) => assertRecordMatches(app, ids, models, changesIn(calls)),
  };
}

/**
 * The entries that the server closed at the end of the day. It is unknown at which moment of the
 * test run the server closed them.
 */
async function endedWithTheDay(app: TestServer, doctorIds: readonly string[]): Promise<Call[]> {
  const answered = await entriesInLog(app.db.pool);
  return answered.flatMap(({ type, doctorId, entry: { closed, ...entry } }) => {
    const doctor = doctorIds.indexOf(doctorId);
    const isDayEnd = type === 'queue_left' && closed?.reason === 'day_ended';
    if (doctor === -1 || !isDayEnd) return [];
    return {
      asked: { kind: 'act', action: { name: 'close', id: entry.id } },
      doctor,
      calledAt: 0,
      answeredAt: Number.POSITIVE_INFINITY,
      answered: { entry: entryIn(entryAnswered.parse(entry)) },
      text: `the day's end closes ${entry.id}`,
    };
  });
}

/**
 * Checks the event log against the answers of the API calls: one event per change, and every entry
 * as in the answer.
 */
async function assertRecordMatches(
  app: TestServer,
  doctorIds: readonly string[],
  models: readonly ModelQueue[],
  changes: readonly PublishedEntry[],
): Promise<void> {
  const answered = await entriesInLog(app.db.pool);
  const events = answered.filter(({ doctorId }) => doctorIds.includes(doctorId));
  const asText = (id: string, status: string, version: number) => `${id} ${version} ${status}`;
  assert.deepEqual(
    events.map(({ id, entry }) => asText(id, entry.status, entry.queueVersion)).toSorted(),
    changes.map(({ id, status, queueVersion }) => asText(id, status, queueVersion)).toSorted(),
    'one event for each change [INV-5]',
  );
  const kept = await app.db.pool.query<{ id: string; status: string }>(
    'select id, status from queue_entry where doctor_id = any($1::uuid[])',
    [doctorIds],
  );
  const expected = models.flatMap(({ entries }) => [...entries.values()]);
  assert.deepEqual(
    new Map(kept.rows.map(({ id, status }) => [id, status])),
    new Map(expected.map(({ id, status }) => [id, status])),
    'nobody is lost and nobody appears [INV-10]',
  );
}
