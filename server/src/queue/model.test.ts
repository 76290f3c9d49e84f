/**
 * Random work of sixteen clients at once, held to a model of the queue that knows nothing of the
 * server (testing/queue-model.ts): each answer must be right at one moment of its call, and each change
 * must be on record as one event [INV-1, INV-2, INV-3, INV-5, INV-10].
 *
 * A hundred sequences of 200 calls; BAARI_MODEL_RUNS plays more or fewer, BAARI_MODEL_SEED again those
 * of a run that failed, which tells its seed and the fewest calls that still fail.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { queueStatuses, urgencies } from '@baari/contract/constants.ts';
import type { EndpointName } from '@baari/contract/endpoints.ts';
import { problem } from '@baari/contract/refusals.ts';
import { z } from 'zod';
import { changesIn, type Told, type ToldEntry, type ToldLine } from '../testing/queue-history.ts';
import {
  afterAction,
  emptyQueue,
  inside,
  type ModelAction,
  type ModelActionName,
  type ModelQueue,
  positionOf,
  refusalsOf,
  withRequest,
} from '../testing/queue-model.ts';
import {
  type Afterwards,
  doctors,
  holdToModelAtLength,
  patients as patientCount,
  type QueuesUnderTest,
} from '../testing/random-work.ts';
import {
  type CallParts,
  call,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import {
  makeDoctor,
  makePatients,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';

const sequences = Number(process.env['BAARI_MODEL_RUNS'] ?? 100);
const givenSeed = process.env['BAARI_MODEL_SEED'];
const seed = givenSeed === undefined ? undefined : Number(givenSeed);

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp({ settings: { LOG_LEVEL: 'error' } });
  town = await makeTown(app);
  patients = await makePatients(app, patientCount);
});
after(() => app.close());

const toldEntry = z.object({
  queue: z.object({
    id: z.string(),
    status: z.enum(queueStatuses),
    position: z.number(),
    urgency: z.enum(urgencies),
    token: z.string().nullable(),
    queueVersion: z.number(),
  }),
});

function toldBy(answer: TestAnswer): Told {
  if (answer.status === 200 || answer.status === 201) {
    return { entry: toldEntry.parse(answer.body).queue };
  }
  assert.equal(answer.status, 409, answer.text);
  return { refusal: problem.parse(answer.body).code };
}

const names: Readonly<Record<Exclude<ModelActionName, 'no_show'>, EndpointName>> = {
  approve: 'approveRequest',
  reject: 'rejectRequest',
  start: 'startConsultation',
  complete: 'completeConsultation',
  leave: 'leaveQueue',
  remove: 'removeEntry',
  up: 'moveEntryUp',
  down: 'moveEntryDown',
  move: 'moveEntry',
  hold: 'holdEntry',
  back: 'comeBack',
  note: 'noteEntry',
  judge: 'judgeUrgency',
  check_in: 'checkInEntry',
  undo_check_in: 'undoCheckIn',
};

function partsOf({ name, id, seen, place, urgency }: ModelAction): CallParts {
  const query = seen === undefined ? {} : { query: { seen } };
  switch (name) {
    case 'no_show':
      return { id, ...query, body: { status: 'no_show' } };
    case 'reject':
      return { id, ...query, body: { reason: 'No time.' } };
    case 'move':
      return { id, body: { position: place, reason: 'urgent' } };
    case 'note':
      return { id, body: { notes: 'X-ray' } };
    case 'judge':
      return { id, body: { urgency, reason: 'Looked again.' } };
    default:
      return { id, ...query };
  }
}

const toldLine = z.object({
  queue: z.array(z.object({ id: z.string(), status: z.enum(queueStatuses), position: z.number() })),
  stats: z.object({ totalWaiting: z.number(), totalInProgress: z.number() }),
  queueVersion: z.number(),
});

async function readLine(id: string): Promise<ToldLine> {
  const answer = await call(app, town.receptionist, 'getDoctorQueue', { id });
  assert.equal(answer.status, 200, answer.text);
  const { queue, stats, queueVersion } = toldLine.parse(answer.body);
  const waiting = queue.filter(({ status }) => status === 'waiting');
  const running = queue.filter(({ status }) => status === 'in_progress').map((entry) => entry.id);
  assert.deepEqual(stats, { totalWaiting: waiting.length, totalInProgress: running.length });
  return { queueVersion, waiting, inside: running };
}

/** Over HTTP, at two doctors of their own. */
async function openQueues(): Promise<{ queues: QueuesUnderTest; afterwards: Afterwards }> {
  const ids: string[] = [];
  while (ids.length < doctors) ids.push(await makeDoctor(app, town.hospitalId));
  const idOf = (doctor: number) => ids[doctor] ?? '';
  const queues: QueuesUnderTest = {
    async request(patient, doctor, urgency) {
      const body = { doctorId: idOf(doctor), urgency };
      return toldBy(await call(app, patients[patient], 'requestPlace', { body }));
    },
    async act(action, by) {
      const { name } = action;
      // A receptionist neither calls in nor completes.
      const isConsulting = name === 'start' || name === 'complete';
      const staff = 'staff' in by && by.staff % 2 === 1 && !isConsulting;
      const desk = staff ? town.receptionist : town.admin;
      const caller = 'patient' in by ? patients[by.patient] : desk;
      const endpoint = name === 'no_show' ? 'updateEntry' : names[name];
      return toldBy(await call(app, caller, endpoint, partsOf(action)));
    },
    read: (doctor) => readLine(idOf(doctor)),
  };
  return {
    queues,
    afterwards: (models, calls) => holdRecord(ids, models, changesIn(calls)),
  };
}

const logged = z.object({
  doctor_id: z.string(),
  id: z.string(),
  status: z.enum(queueStatuses),
  version: z.number(),
});

/** What is on record is what was acknowledged: one event a change, and every entry as it was told. */
async function holdRecord(
  doctorIds: readonly string[],
  models: readonly ModelQueue[],
  changes: readonly ToldEntry[],
): Promise<void> {
  const { rows } = await app.db.pool.query(
    `select doctor_id, entry_id as id, body->>'status' as status, (body->'queueVersion')::int as version
     from event where doctor_id = any($1::uuid[]) and entry_id is not null`,
    [doctorIds],
  );
  const events = z.array(logged).parse(rows);
  const asText = (id: string, status: string, version: number) => `${id} ${version} ${status}`;
  assert.deepEqual(
    events.map(({ id, status, version }) => asText(id, status, version)).toSorted(),
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

test('whatever sixteen clients do at once, each is answered as the rules of the queue say, and each change is on record once [INV-1, INV-2, INV-3, INV-5, INV-10]', {
  timeout: 3_600_000,
}, async (t) => {
  const started = performance.now();
  const work = { open: openQueues, sequences, seed, shrinkMs: 60_000 };
  const { seed: played } = await holdToModelAtLength(work);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  t.diagnostic(`${sequences} sequences of seed ${played} in ${seconds} s`);
});

/** Queues in memory, which work by the model but for what `spoil` makes of an answer. */
function openSpoilt(spoil: Spoil): Promise<{ queues: QueuesUnderTest }> {
  const models: ModelQueue[] = [emptyQueue, emptyQueue];
  let made = 0;
  const doctorOf = (id: string) => (id.startsWith('0') ? 0 : 1);
  function tell(doctor: number, after: ModelQueue, id: string): Told {
    const before = models[doctor] ?? emptyQueue;
    const told = spoil(before, after, id);
    models[doctor] = told.queue;
    const entry = told.queue.entries.get(id);
    const position = positionOf(told.queue, id);
    const { status = 'rejected', urgency = 'low' } = entry ?? {};
    const token = status === 'pending_approval' || status === 'rejected' ? null : `token of ${id}`;
    const { version: queueVersion } = after;
    return { entry: { id, status, urgency, position, token, queueVersion, ...told.entry } };
  }
  const queues: QueuesUnderTest = {
    async request(patient, doctor, urgency) {
      await pause();
      const isOpen = models.some(({ entries }) =>
        [...entries.values()].some(
          ({ id, status }) => id.endsWith(` ${patient}`) && openOnes.has(status),
        ),
      );
      if (isOpen) return { refusal: 'already_in_queue' };
      made += 1;
      const id = `${doctor} ${made} ${patient}`;
      return tell(doctor, withRequest(models[doctor] ?? emptyQueue, id, urgency), id);
    },
    async act(action) {
      await pause();
      const doctor = doctorOf(action.id);
      const queue = models[doctor] ?? emptyQueue;
      const [refusal] = refusalsOf(queue, action);
      return refusal === undefined
        ? tell(doctor, afterAction(queue, action), action.id)
        : { refusal };
    },
    async read(doctor) {
      await pause();
      const queue = models[doctor] ?? emptyQueue;
      const running = inside(queue);
      return {
        queueVersion: queue.version,
        waiting: queue.line.map((id, index) => ({ id, position: index + 1 })),
        inside: running === undefined ? [] : [running],
      };
    },
  };
  return Promise.resolve({ queues });
}

const openOnes: ReadonlySet<string> = new Set(['pending_approval', 'waiting', 'in_progress']);

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What a faulty server keeps of a change, and tells of it. */
type Spoil = (
  before: ModelQueue,
  after: ModelQueue,
  id: string,
) => { readonly queue: ModelQueue; readonly entry?: Partial<ToldEntry> };

const faults: readonly { readonly name: string; readonly most: number; readonly spoil: Spoil }[] = [
  {
    name: 'forgets the third of those who wait',
    most: 8,
    spoil: (_before, after) => ({ queue: { ...after, line: after.line.slice(0, 2) } }),
  },
  {
    name: 'puts somebody in front of whoever was let in before',
    most: 6,
    spoil: (before, after) => ({
      queue:
        after.line.length > Math.max(1, before.line.length)
          ? { ...after, line: after.line.toReversed() }
          : after,
    }),
  },
  {
    name: 'counts a version twice',
    most: 6,
    spoil: (_before, after) => ({
      queue: after,
      entry: { queueVersion: Math.min(after.version, 5) },
    }),
  },
  {
    name: 'calls everybody by one token',
    most: 6,
    spoil: (_before, after, id) => ({
      queue: after,
      ...(after.line.includes(id) ? { entry: { token: 'A-001' } } : {}),
    }),
  },
  {
    name: 'loses a change that it acknowledged',
    most: 15,
    spoil: (before, after, id) =>
      after.entries.get(id)?.status === 'completed'
        ? { queue: { ...before, version: after.version }, entry: { status: 'completed' } }
        : { queue: after },
  },
];

for (const { name, most, spoil } of faults) {
  test(`a server that ${name} is found out, and told by few calls and its seed [INV-1, INV-10]`, async () => {
    const work = { open: () => openSpoilt(spoil), sequences: 20, seed: 7, shrinkMs: 20_000 };
    const told: unknown = await holdToModelAtLength(work).catch((error: unknown) => error);
    assert.ok(told instanceof Error, 'it was not found out');
    assert.match(told.message, /of seed 7 .*BAARI_MODEL_SEED=7/u);
    const fewest = Number(/Of 200 calls (\d+) are enough/u.exec(told.message)?.[1]);
    assert.ok(fewest <= most, told.message);
  });
}

test('queues that work by the model are held to be right, at once and one by one [INV-1]', async () => {
  const open = () => openSpoilt((_before, after) => ({ queue: after }));
  await holdToModelAtLength({ open, sequences: 50, shrinkMs: 0 });
});
