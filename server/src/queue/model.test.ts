/**
 * Sixteen clients do random actions at once. The results are checked against an independent model
 * of the queue (testing/queue-model/queue-model.ts). Each response must be correct at one moment of
 * its call, and each change must have one event [INV-1, INV-2, INV-3, INV-5, INV-10].
 *
 * Runs 100 sequences of 200 calls. BAARI_MODEL_RUNS changes the number. BAARI_MODEL_SEED repeats a
 * failed run, which prints its seed and a minimal failing sequence.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Answered, PublishedEntry } from '../testing/queue-model/queue-history.ts';
import {
  afterAction,
  emptyQueue,
  inside,
  type ModelQueue,
  positionOf,
  refusalsOf,
  withRequest,
} from '../testing/queue-model/queue-model.ts';
import { openQueues } from '../testing/queue-model/queues-over-http.ts';
import {
  assertMatchesModelAtLength,
  patients as patientCount,
  type QueuesUnderTest,
} from '../testing/queue-model/random-work.ts';
import { call, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

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

test('when sixteen people use the queue at once, each request gets a correct answer and each change is recorded once [INV-1, INV-2, INV-3, INV-5, INV-10] @long', {
  timeout: 3_600_000,
}, async (t) => {
  const started = performance.now();
  const hospital = { ...town, patients, call: call.bind(undefined, app) };
  const work = { open: () => openQueues(app, hospital), sequences, seed, shrinkMs: 60_000 };
  const { seed: played } = await assertMatchesModelAtLength(work);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  t.diagnostic(`${sequences} sequences of seed ${played} in ${seconds} s`);
});

/**
 * Makes queues in memory that behave like the model, except that `spoil` falsifies some of their
 * answers.
 */
function openSpoilt(spoil: Spoil): Promise<{ queues: QueuesUnderTest }> {
  const models: ModelQueue[] = [emptyQueue, emptyQueue];
  let made = 0;
  const letIn = new Set<string>();
  const doctorOf = (id: string) => (id.startsWith('0') ? 0 : 1);
  function answerWith(doctor: number, after: ModelQueue, id: string): Answered {
    const before = models[doctor] ?? emptyQueue;
    const answered = spoil(before, after, id);
    models[doctor] = answered.queue;
    const position = positionOf(answered.queue, id);
    const { status = 'rejected', urgency = 'low' } = answered.queue.entries.get(id) ?? {};
    if (status === 'waiting') letIn.add(id);
    const token = letIn.has(id) ? `token of ${id}` : null;
    const { version: queueVersion } = after;
    const approvedOn = token === null ? null : '2026-11-22';
    const changed = { changedAt: null, changedOn: '2026-11-22' };
    const entry = { id, status, urgency, position, token, approvedOn, queueVersion, ...changed };
    return { entry: { ...entry, ...answered.entry } };
  }
  function isInQueue(patient: string | undefined): boolean {
    return models.some(({ entries }) =>
      [...entries.values()].some(
        ({ id, status }) => id.split(' ')[2] === patient && openOnes.has(status),
      ),
    );
  }
  const queues: QueuesUnderTest = {
    async request(patient, doctor, urgency) {
      await pause();
      if (isInQueue(String(patient))) return { refusal: 'already_in_queue' };
      made += 1;
      const id = `${doctor} ${made} ${patient}`;
      return answerWith(doctor, withRequest(models[doctor] ?? emptyQueue, id, urgency), id);
    },
    async act(action) {
      await pause();
      const doctor = doctorOf(action.id);
      const queue = models[doctor] ?? emptyQueue;
      const isElsewhere = action.name === 'bring_back' && isInQueue(action.id.split(' ')[2]);
      const [refusal] = [
        ...refusalsOf(queue, action),
        ...(isElsewhere ? (['already_in_queue'] as const) : []),
      ];
      return refusal === undefined
        ? answerWith(doctor, afterAction(queue, action), action.id)
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

/** How a faulty server changes what it stores and what it answers. */
type Spoil = (
  before: ModelQueue,
  after: ModelQueue,
  id: string,
) => { readonly queue: ModelQueue; readonly entry?: Partial<PublishedEntry> };

const faults: readonly { readonly name: string; readonly most: number; readonly spoil: Spoil }[] = [
  {
    name: 'forgets the third waiting patient',
    most: 8,
    spoil: (_before, after) => ({ queue: { ...after, line: after.line.slice(0, 2) } }),
  },
  {
    name: 'puts a patient in front of one approved earlier',
    most: 6,
    spoil: (before, after) => ({
      queue:
        after.line.length > Math.max(1, before.line.length)
          ? { ...after, line: after.line.toReversed() }
          : after,
    }),
  },
  {
    name: 'uses a version number twice',
    most: 6,
    spoil: (_before, after) => ({
      queue: after,
      entry: { queueVersion: Math.min(after.version, 5) },
    }),
  },
  {
    name: 'gives everybody the same token',
    most: 6,
    spoil: (_before, after, id) => ({
      queue: after,
      ...(after.line.includes(id) ? { entry: { token: 'A-001' } } : {}),
    }),
  },
  {
    name: 'loses a change it has confirmed',
    most: 15,
    spoil: (before, after, id) =>
      after.entries.get(id)?.status === 'completed'
        ? { queue: { ...before, version: after.version }, entry: { status: 'completed' } }
        : { queue: after },
  },
];

for (const { name, most, spoil } of faults) {
  test(`the test of the queue detects a server that ${name}, and reports the fewest API calls that show the fault [INV-1, INV-10] @long`, async () => {
    const work = { open: () => openSpoilt(spoil), sequences: 20, seed: 8, shrinkMs: 240_000 };
    const answered: unknown = await assertMatchesModelAtLength(work).catch(
      (error: unknown) => error,
    );
    assert.ok(answered instanceof Error, 'it was not found out');
    assert.match(answered.message, /of seed 8 .*BAARI_MODEL_SEED=8/u);
    const fewest = Number(/Of 200 calls (\d+) are enough/u.exec(answered.message)?.[1]);
    assert.ok(fewest <= most, answered.message);
  });
}

test('a queue that works correctly passes the test of the queue, with requests at the same time and one after the other [INV-1]', async () => {
  const open = () => openSpoilt((_before, after) => ({ queue: after }));
  await assertMatchesModelAtLength({ open, sequences: 50, shrinkMs: 0 });
});
