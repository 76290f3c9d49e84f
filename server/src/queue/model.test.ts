/**
 * Random work of sixteen clients at once, held to a model: the log of events, replayed by the
 * rules of the queue, must lead to what the server answers [INV-1, INV-2, INV-3, INV-5, INV-10].
 *
 * BAARI_MODEL_RUNS sets how many sequences of 200 calls are played; 100 is a thorough run.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type EntryEventType,
  entryEventTypes,
  openStatuses,
  type QueueStatus,
  queueStatuses,
  urgencies,
} from '@baari/contract/constants.ts';
import { isAway, lineWith, settled } from '@baari/contract/line.ts';
import fc from 'fast-check';
import { z } from 'zod';
import { call, get, makeTestApp, type TestAnswer, type TestApp } from '../testing/test-app.ts';
import {
  makeDoctor,
  makePatients,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';

const runs = Number(process.env['BAARI_MODEL_RUNS'] ?? 5);
const callsARun = 200;
const clients = 16;

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  patients = await makePatients(app, clients);
});
after(() => app.close());

const kinds = [
  'join',
  'join',
  'leave',
  'approve',
  'approve',
  'approve',
  'reject',
  'start',
  'start',
  'complete',
  'no_show',
  'remove',
  'up',
  'down',
  'move',
  'last',
  'hold',
  'hold',
  'back',
  'note',
  'urgency',
  'read',
] as const;
type Kind = (typeof kinds)[number];

/** One call; `pick` chooses among the patients, doctors and entries there are by then. */
interface Step {
  readonly kind: Kind;
  readonly pick: number;
}

const sequence = fc.array(
  fc.record<Step>({ kind: fc.constantFrom(...kinds), pick: fc.nat(10_000) }),
  { minLength: callsARun, maxLength: callsARun, size: 'max' },
);

/** What is there to choose from: all clients add what they made. */
interface Ward {
  readonly doctorIds: readonly string[];
  readonly entries: { readonly id: string; readonly patient: TestPerson }[];
  /** Answers that changed something. */
  changes: number;
}

test('whatever sixteen clients do at once, the log replays to what the server answers [INV-1, INV-2, INV-3, INV-5, INV-10]', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      await app.owner.query('delete from queue_entry');
      await app.db.pool.query('delete from event');
      const ward: Ward = {
        doctorIds: [await makeDoctor(app, town.hospitalId), await makeDoctor(app, town.hospitalId)],
        entries: [],
        changes: 0,
      };
      const played = await Promise.allSettled(
        Array.from({ length: clients }, (_, client) =>
          play(
            ward,
            steps.filter((_step, index) => index % clients === client),
          ),
        ),
      );
      // Only now, as nothing may still be at work on the server when the test ends.
      for (const each of played) if (each.status === 'rejected') throw each.reason;
      await holdToTheModel(ward);
    }),
    // A sequence of concurrent calls is not the same twice: shrinking it would tell nothing.
    { numRuns: runs, endOnFailure: true },
  );
});

async function play(ward: Ward, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const answer = await take(ward, step);
    if (answer === undefined) continue;
    assert.ok([200, 201, 409].includes(answer.status), `${step.kind}: ${answer.text}`);
    if (answer.status < 300) ward.changes += 1;
  }
}

/** Carries one step out; undefined when there was nothing to do it to, or it only read. */
async function take(ward: Ward, { kind, pick }: Step): Promise<TestAnswer | undefined> {
  const doctorId = ward.doctorIds[pick % ward.doctorIds.length] ?? '';
  if (kind === 'join') return join(ward, patients[pick % patients.length], doctorId);
  if (kind === 'read') {
    await readLine(doctorId);
    return undefined;
  }
  // The latest entries, as what is over can hardly be changed any more.
  const latest = ward.entries.slice(-24);
  const entry = latest[pick % Math.max(1, latest.length)];
  if (entry === undefined) return undefined;
  const staff = [town.admin, town.receptionist][pick % 2];
  const { id } = entry;
  switch (kind) {
    case 'leave':
      return call(app, entry.patient, 'leaveQueue', { id });
    case 'approve':
      return call(app, staff, 'approveRequest', { id });
    case 'reject':
      return call(app, staff, 'rejectRequest', { id, body: { reason: 'No time.' } });
    case 'start':
      return call(app, town.admin, 'startConsultation', { id });
    case 'complete':
      return call(app, town.admin, 'completeConsultation', { id });
    case 'no_show':
      return call(app, staff, 'updateEntry', { id, body: { status: 'no_show' } });
    case 'remove':
      return call(app, staff, 'removeEntry', { id });
    case 'up':
      return call(app, staff, 'moveEntryUp', { id });
    case 'down':
      return call(app, staff, 'moveEntryDown', { id });
    case 'move':
      return call(app, staff, 'moveEntry', {
        id,
        body: { position: (pick % 5) + 1, reason: 'urgent' },
      });
    case 'last':
      return call(app, staff, 'sendToEnd', { id, body: { reason: 'patient' } });
    case 'hold':
      return call(app, staff, 'holdEntry', { id });
    case 'back':
      return call(app, pick % 3 === 0 ? entry.patient : staff, 'comeBack', { id });
    case 'urgency':
      return call(app, staff, 'judgeUrgency', {
        id,
        body: { urgency: urgencies[pick % urgencies.length], reason: 'Looked again.' },
      });
    case 'note':
      return call(app, staff, 'noteEntry', { id, body: { notes: 'X-ray' } });
  }
}

const joined = z.object({ queue: z.object({ id: z.string() }) });

async function join(
  ward: Ward,
  patient: TestPerson | undefined,
  doctorId: string,
): Promise<TestAnswer | undefined> {
  if (patient === undefined) return undefined;
  const answer = await call(app, patient, 'requestPlace', { body: { doctorId } });
  if (answer.status === 201) {
    ward.entries.push({ id: joined.parse(answer.body).queue.id, patient });
  }
  return answer;
}

/** Any answer, at any moment: places 1…n and at most one consultation. */
async function readLine(doctorId: string): Promise<{ line: string[]; running: string[] }> {
  const { queue, stats } = await get(app, town.receptionist, 'getDoctorQueue', { id: doctorId });
  const waiting = queue.filter(({ status }) => status === 'waiting');
  assert.deepEqual(
    waiting.map(({ position }) => position),
    waiting.map((_, index) => index + 1),
  );
  const running = queue.filter(({ status }) => status === 'in_progress').map(({ id }) => id);
  assert.ok(running.length <= 1);
  assert.equal(stats.totalWaiting, waiting.length);
  assert.equal(stats.totalInProgress, running.length);
  const [first] = waiting;
  if (first !== undefined && isAway(first)) {
    assert.ok(waiting.every(isAway), 'somebody who can be called stands in front');
  }
  return { line: waiting.map(({ id }) => id), running };
}

const loggedRow = z.object({
  doctor_id: z.string(),
  account_id: z.string(),
  type: z.enum(entryEventTypes),
  body: z.object({
    id: z.string(),
    status: z.enum(queueStatuses),
    position: z.number(),
    hold: z.object({ backAt: z.string().nullable() }).nullable(),
    queueVersion: z.number(),
  }),
});
type LoggedRow = z.infer<typeof loggedRow>;

/** A doctor's queue as the rules say it must be. */
interface Model {
  version: number;
  line: readonly Pick<LoggedRow['body'], 'id' | 'hold'>[];
  running: string | undefined;
}

async function holdToTheModel(ward: Ward): Promise<void> {
  const { rows } = await app.db.pool.query(
    `select doctor_id, account_id, type, body from event
     where entry_id is not null order by event.transaction_id, event.id`,
  );
  const log = z.array(loggedRow).parse(rows);
  assert.equal(log.length, ward.changes, 'one event for each change');
  const models = new Map<string, Model>(
    ward.doctorIds.map((id) => [id, { version: 0, line: [], running: undefined }]),
  );
  const statuses = new Map<string, QueueStatus>();
  const openEntries = new Map<string, string>();
  for (const row of log) {
    const model = models.get(row.doctor_id);
    assert.ok(model !== undefined);
    model.version += 1;
    assert.equal(row.body.queueVersion, model.version, 'no version is missing or doubled');
    replay(model, row, statuses.get(row.body.id));
    statuses.set(row.body.id, row.body.status);
    holdOneEntryAPatient(openEntries, row);
  }
  for (const [doctorId, model] of models) {
    const { line, running } = await readLine(doctorId);
    assert.deepEqual(
      line,
      model.line.map(({ id }) => id),
    );
    assert.deepEqual(running, model.running === undefined ? [] : [model.running]);
  }
  const { rows: kept } = await app.db.pool.query<{ id: string; status: QueueStatus }>(
    'select id, status from queue_entry',
  );
  assert.deepEqual(
    Object.fromEntries(kept.map(({ id, status }) => [id, status])),
    Object.fromEntries(statuses),
  );
  const requested = log.filter(({ type }) => type === 'queue_requested').length;
  assert.equal(kept.length, requested, 'nobody is lost and nobody appears [INV-10]');
}

function replay(model: Model, row: LoggedRow, before: QueueStatus | undefined): void {
  const { id, status, position } = row.body;
  const change = `${row.type}: ${before} → ${status}`;
  const place = model.line.findIndex((each) => each.id === id) + 1;
  const legal: Record<EntryEventType, boolean> = {
    queue_requested: before === undefined && status === 'pending_approval',
    queue_approved: before === 'pending_approval' && status === 'waiting',
    queue_rejected: before === 'pending_approval' && status === 'rejected',
    queue_left: (before === 'pending_approval' || before === 'waiting') && status === 'cancelled',
    position_changed: before === 'waiting' && (place !== position || row.body.hold !== null),
    queue_updated: isLegalUpdate(model, place, before, status),
    queue_joined: false,
  };
  assert.ok(legal[row.type], change);
  const others = model.line.filter((each) => each.id !== id);
  const isEveryoneAway = others.every(isAway);
  model.line = status === 'waiting' ? lineWith(others, row.body, position) : settled(others);
  assert.equal(position, model.line.indexOf(row.body) + 1, change);
  if (row.type === 'queue_approved') {
    assert.equal(position, isEveryoneAway ? 1 : model.line.length, 'at the end');
  }
  if (status === 'in_progress') model.running = id;
  else if (model.running === id) model.running = undefined;
}

function isLegalUpdate(
  { running }: Model,
  place: number,
  before: QueueStatus | undefined,
  status: QueueStatus,
): boolean {
  switch (status) {
    // Such as the staff's judgement of its urgency.
    case 'pending_approval':
      return before === 'pending_approval';
    case 'waiting':
      return before === 'waiting' || before === 'in_progress';
    case 'in_progress':
      return before === 'waiting' && place === 1 && running === undefined;
    case 'completed':
      return before === 'in_progress';
    case 'no_show':
      return before === 'waiting' || before === 'in_progress';
    default:
      return false;
  }
}

const open: ReadonlySet<QueueStatus> = new Set(openStatuses);

function holdOneEntryAPatient(held: Map<string, string>, { account_id, body }: LoggedRow): void {
  const isOpen = open.has(body.status);
  const other = held.get(account_id);
  if (isOpen) {
    assert.ok(other === undefined || other === body.id, 'two open entries of one patient [INV-2]');
    held.set(account_id, body.id);
  } else if (other === body.id) held.delete(account_id);
}
