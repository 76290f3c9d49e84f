/**
 * Tests every status with every action, through the API on a real database [QST-1…10, INV-5,
 * INV-9].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type EntryEventType,
  entryEventTypes,
  type QueueStatus,
} from '@baari/contract/constants.ts';
import {
  type actionCalls,
  calledNames,
  type PatientEntry,
  type StaffEntry,
} from '@baari/contract/queue/queue.ts';
import { type QueueAction, queueActions } from '@baari/contract/queue/queue-actions.ts';
import { z } from 'zod';
import {
  assertRefused,
  type CallParts,
  call,
  digestOf,
  get,
  makeTestApp,
  readReply,
  type TestApp,
} from '../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { eventsInLog } from '../testing/queue-model/published-entries.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
let ahead: TestPerson;
let behind: TestPerson;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  const [first, second, third] = await makePatients(app, 3);
  assert.ok(first !== undefined && second !== undefined && third !== undefined);
  [patient, ahead, behind] = [first, second, third];
});
after(() => app.close());

/** An action: who performs it, its input, and the resulting status for each earlier status. */
interface Action {
  readonly name: keyof typeof actionCalls | 'updateEntry';
  readonly words: string;
  readonly audited: string;
  readonly rows: string;
  readonly by: () => TestPerson;
  readonly parts: CallParts;
  readonly leadsTo: Partial<Record<QueueStatus, QueueStatus>>;
  readonly event: EntryEventType;
}

const staff = () => town.admin;

const listedActions: readonly Action[] = [
  {
    name: 'approveRequest',
    words: 'approving',
    audited: 'approve',
    rows: 'QST-2, API-8',
    by: staff,
    parts: { body: { notes: 'seen by the desk' } },
    leadsTo: { pending_approval: 'waiting' },
    event: 'queue_approved',
  },
  {
    name: 'rejectRequest',
    words: 'rejecting',
    audited: 'reject',
    rows: 'QST-3, API-9',
    by: staff,
    parts: { body: { reason: 'The clinic closes early.' } },
    leadsTo: { pending_approval: 'rejected' },
    event: 'queue_rejected',
  },
  {
    name: 'startConsultation',
    words: 'starting',
    audited: 'start',
    rows: 'QST-4, API-4',
    by: staff,
    parts: {},
    leadsTo: { waiting: 'in_progress' },
    event: 'queue_updated',
  },
  {
    name: 'updateEntry',
    words: 'starting from the console',
    audited: 'start',
    rows: 'QST-4, API-3',
    by: staff,
    parts: { body: { status: 'in_progress' } },
    leadsTo: { waiting: 'in_progress' },
    event: 'queue_updated',
  },
  {
    name: 'completeConsultation',
    words: 'completing',
    audited: 'complete',
    rows: 'QST-5, API-5',
    by: staff,
    parts: { body: { notes: 'rest for a week' } },
    leadsTo: { in_progress: 'completed' },
    event: 'queue_updated',
  },
  {
    name: 'updateEntry',
    words: 'completing from the console',
    audited: 'complete',
    rows: 'QST-5, API-3',
    by: staff,
    parts: { body: { status: 'completed' } },
    leadsTo: { in_progress: 'completed' },
    event: 'queue_updated',
  },
  {
    name: 'updateEntry',
    words: 'marking as no show',
    audited: 'no show',
    rows: 'QST-6, API-3',
    by: () => town.receptionist,
    parts: { body: { status: 'no_show' } },
    leadsTo: { waiting: 'no_show', in_progress: 'no_show' },
    event: 'queue_updated',
  },
  {
    name: 'leaveQueue',
    words: 'leaving',
    audited: '',
    rows: 'QST-7, API-2',
    by: () => patient,
    parts: {},
    leadsTo: { pending_approval: 'cancelled', waiting: 'cancelled' },
    event: 'queue_left',
  },
  {
    name: 'runLate',
    words: 'being late',
    audited: '',
    rows: 'WAIT-1',
    by: () => patient,
    parts: { body: { minutes: 10 } },
    leadsTo: { waiting: 'waiting' },
    event: 'position_changed',
  },
  {
    name: 'goLater',
    words: 'letting others go first',
    audited: '',
    rows: 'WAIT-1',
    by: () => patient,
    parts: { body: { people: 1 } },
    leadsTo: { waiting: 'waiting' },
    event: 'position_changed',
  },
  {
    name: 'removeEntry',
    words: 'removing',
    audited: 'remove',
    rows: 'QST-8, API-13',
    by: staff,
    parts: {},
    leadsTo: { waiting: 'cancelled' },
    event: 'queue_left',
  },
  {
    name: 'moveEntryDown',
    words: 'moving down',
    audited: 'move down',
    rows: 'QST-9, API-14',
    by: staff,
    parts: {},
    leadsTo: { waiting: 'waiting' },
    event: 'position_changed',
  },
  {
    name: 'sendToEnd',
    words: 'sending to the end',
    audited: 'send to the end',
    rows: 'QST-9, INV-12',
    by: staff,
    parts: { body: { reason: 'patient' } },
    leadsTo: { waiting: 'waiting' },
    event: 'position_changed',
  },
  {
    name: 'moveEntryUp',
    words: 'moving up',
    audited: 'move up',
    rows: 'QST-9, API-14',
    by: staff,
    parts: {},
    leadsTo: { waiting: 'waiting' },
    event: 'position_changed',
  },
  {
    name: 'noteEntry',
    words: 'adding a note',
    audited: 'add notes',
    rows: 'QST-9, API-15',
    by: staff,
    parts: { body: { notes: 'Bring the X-ray.' } },
    leadsTo: { waiting: 'waiting', in_progress: 'in_progress' },
    event: 'queue_updated',
  },
  {
    name: 'writeVisitNote',
    words: "writing the visit's note",
    audited: "write the visit's note",
    rows: 'CONS-5',
    by: staff,
    parts: { body: { notes: 'Coughs for two weeks.' } },
    leadsTo: { in_progress: 'in_progress' },
    event: 'queue_updated',
  },
  {
    name: 'judgeUrgency',
    words: 'changing the urgency',
    audited: 'change urgency',
    rows: 'ENT-1, INV-12',
    by: staff,
    parts: { body: { urgency: 'high', reason: 'The pain got worse.' } },
    leadsTo: { pending_approval: 'pending_approval', waiting: 'waiting' },
    event: 'queue_updated',
  },
  {
    name: 'closeEntry',
    words: 'closing',
    audited: 'close',
    rows: 'DAY-1, DAY-2',
    by: staff,
    parts: { body: { reason: 'day_ended', word: 'Come tomorrow.' } },
    leadsTo: { pending_approval: 'cancelled', waiting: 'cancelled' },
    event: 'queue_left',
  },
  {
    name: 'checkInEntry',
    words: 'checking in',
    audited: 'check in',
    rows: 'ARR-1',
    by: staff,
    parts: {},
    leadsTo: { pending_approval: 'pending_approval', waiting: 'waiting' },
    event: 'queue_updated',
  },
];

/**
 * The test cases of all other staff actions that have no conditions. The cases are derived from the
 * contract.
 */
const plainActions = calledNames.flatMap((called): Action[] => {
  const action: QueueAction = queueActions[called];
  const { call: described, right, from, to, needs, refuses, event, audited } = action;
  const { name } = queueActions[called].call;
  const isListed = listedActions.some((listed) => listed.name === name);
  const isPlain = right !== 'patient' && needs === undefined && refuses === undefined;
  if (isListed || !isPlain || described === undefined || audited === undefined) return [];
  return [
    {
      name,
      words: `the staff’s action “${audited}”`,
      audited,
      rows: described.rows.join(', '),
      by: staff,
      parts: described.example === undefined ? {} : { body: described.example },
      leadsTo: Object.fromEntries(from.map((status) => [status, to ?? status])),
      event,
    },
  ];
});

const actions = [...listedActions, ...plainActions];

const statuses: readonly QueueStatus[] = [
  'pending_approval',
  'waiting',
  'in_progress',
  'completed',
  'cancelled',
  'no_show',
  'rejected',
];

async function join(person: TestPerson): Promise<string> {
  const body = { doctorId: town.doctorId };
  return (await get(app, person, 'requestPlace', { body })).queue.id;
}

async function wait(person: TestPerson): Promise<string> {
  const id = await join(person);
  await get(app, town.admin, 'approveRequest', { id });
  return id;
}

/**
 * Creates the patient's entry in this status. A waiting entry has another patient behind it. It
 * also has one ahead of it if requested.
 */
async function makeEntry(status: QueueStatus, hasOneAhead: boolean): Promise<string> {
  await app.owner.query('delete from queue_entry');
  if (status === 'waiting' && hasOneAhead) await wait(ahead);
  const id = await join(patient);
  if (status === 'pending_approval') return id;
  if (status === 'rejected') {
    await get(app, town.admin, 'rejectRequest', { id, body: { reason: 'No time.' } });
    return id;
  }
  if (status === 'cancelled') {
    await get(app, patient, 'leaveQueue', { id });
    return id;
  }
  await get(app, town.admin, 'approveRequest', { id });
  await wait(behind);
  if (status === 'waiting') return id;
  if (status === 'no_show') {
    await get(app, town.admin, 'updateEntry', { id, body: { status } });
    return id;
  }
  await get(app, town.admin, 'startConsultation', { id });
  if (status === 'completed') await get(app, town.admin, 'completeConsultation', { id });
  return id;
}

const loggedEvent = z.object({
  type: z.enum(entryEventTypes),
  entry_id: z.string(),
  status: z.string(),
});

async function eventsAfter(count: number): Promise<z.infer<typeof loggedEvent>[]> {
  const rows = (await eventsInLog(app.db.pool)).slice(count);
  return z.array(loggedEvent).parse(rows.map(({ body, ...row }) => ({ ...row, ...body })));
}

async function count(table: 'event' | 'audit'): Promise<number> {
  const { rows } = await app.db.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table}`,
  );
  return rows[0]?.n ?? 0;
}

async function lastAudit(): Promise<unknown> {
  const { rows } = await app.db.pool.query<Record<string, unknown>>(
    'select action, outcome, user_id, entry_id from audit order by id desc limit 1',
  );
  return rows[0];
}

for (const action of actions) {
  test(`${action.words} gives the visit the right status, and writes one event and one audit row [${action.rows}, INV-5]`, async () => {
    for (const [from, to] of Object.entries(action.leadsTo)) {
      const id = await makeEntry(statusOf(from), action.name === 'moveEntryUp');
      const [events, audits] = [await count('event'), await count('audit')];
      const version = (await get(app, town.admin, 'getEntry', { id })).queue.queueVersion;
      const { queue } = await get(app, action.by(), action.name, { id, ...action.parts });
      assert.equal(queue.status, to);
      assert.equal(queue.queueVersion, version + 1);
      assertPosition(action, queue);
      assert.deepEqual(await eventsAfter(events), [
        { type: action.event, entry_id: id, status: to },
      ]);
      if (action.audited === '') {
        assert.equal(await count('audit'), audits + 1, 'only our own reading is on record');
      } else {
        assert.deepEqual(await lastAudit(), {
          action: action.audited,
          outcome: 'ok',
          user_id: action.by().userId,
          entry_id: id,
        });
      }
      const { queue: read } = await get(app, action.by(), 'getEntry', { id });
      assert.deepEqual(
        timeless(queue),
        timeless(read),
        'the answer is what reading it again gives',
      );
    }
  });

  test(`${action.words} is refused from every other status and changes nothing [QST-10, INV-9]`, async () => {
    for (const status of statuses) {
      if (action.leadsTo[status] !== undefined) continue;
      const id = await makeEntry(status, false);
      const [digest, audits] = [await digestOf(app.db), await count('audit')];
      const answer = await call(app, action.by(), action.name, { id, ...action.parts });
      assertRefused(answer, 'illegal_transition', `from ${status}`);
      assert.equal(await digestOf(app.db), digest, `from ${status}`);
      const isStaff = action.by() !== patient;
      assert.equal(await count('audit'), audits + (isStaff ? 1 : 0));
    }
  });
}

/** Removes the expected time of the call, which changes with the clock between two reads. */
function timeless(entry: StaffEntry | PatientEntry) {
  const { call, waitRange, ...rest } = entry;
  return { ...rest, hasCall: call !== null, upper: waitRange?.upper };
}

function statusOf(text: string): QueueStatus {
  const status = statuses.find((each) => each === text);
  assert.ok(status !== undefined);
  return status;
}

const goingBack: ReadonlySet<Action['name']> = new Set([
  'moveEntryDown',
  'sendToEnd',
  'runLate',
  'goLater',
]);

function assertPosition(
  { name }: Action,
  { status, position, estimatedWaitTime }: StaffEntry | PatientEntry,
): void {
  if (status !== 'waiting') {
    assert.equal(position, 0);
    assert.equal(estimatedWaitTime, 0);
    return;
  }
  assert.equal(position, goingBack.has(name) ? 2 : 1);
}

test('the record of a visit shows when and by whom each step was taken [QST-2…8]', async () => {
  const cancelled = await makeEntry('cancelled', false);
  const left = (await get(app, town.admin, 'getEntry', { id: cancelled })).queue;
  assert.equal(left.cancelledBy, 'patient');
  assert.ok(left.endedAt !== null);

  const removedId = await makeEntry('waiting', false);
  const { queue: removed } = await get(app, town.admin, 'removeEntry', { id: removedId });
  assert.equal(removed.cancelledBy, 'staff');

  const rejected = await makeEntry('rejected', false);
  const published = (await get(app, patient, 'getEntry', { id: rejected })).queue;
  assert.equal(published.rejectionReason, 'No time.');

  const completed = await makeEntry('completed', false);
  const done = (await get(app, town.admin, 'getEntry', { id: completed })).queue;
  const times = [done.joinedAt, done.approvedAt, done.startedAt, done.endedAt].map((time) =>
    Date.parse(time ?? ''),
  );
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  );
  const { queues } = await get(app, patient, 'listHistory');
  assert.deepEqual(
    queues.map(({ id }) => id),
    [completed],
    'completed visits are history',
  );
});

test('only the first patient in line can be called, and one patient at a time [QST-4, INV-3]', async () => {
  const second = await makeEntry('waiting', true);
  assertRefused(
    await call(app, town.doctor, 'startConsultation', { id: second }),
    'not_first_in_line',
  );
  const running = await makeEntry('in_progress', false);
  const { queue } = await get(app, town.doctor, 'getDoctorQueue', { id: town.doctorId });
  assert.deepEqual(
    queue.map(({ id, status, position }) => ({ isRunning: id === running, status, position })),
    [
      { isRunning: true, status: 'in_progress', position: 0 },
      { isRunning: false, status: 'waiting', position: 1 },
    ],
  );
  const next = queue[1]?.id ?? '';
  assertRefused(
    await call(app, town.doctor, 'startConsultation', { id: next }),
    'consultation_running',
  );
  await get(app, town.doctor, 'completeConsultation', { id: running });
  const started = await get(app, town.doctor, 'startConsultation', { id: next });
  assert.equal(started.queue.status, 'in_progress');
});

test('a note that doctor or desk writes on completion or at a no-show is added below the desk’s earlier note [QST-5, QST-6, CONS-2]', async () => {
  const noted = await makeEntry('waiting', false);
  await get(app, town.receptionist, 'noteEntry', { id: noted, body: { notes: 'Brings an X-ray' } });
  await get(app, town.doctor, 'startConsultation', { id: noted });
  const { queue } = await get(app, town.doctor, 'completeConsultation', {
    id: noted,
    body: { notes: 'Rest for a week' },
  });
  assert.equal(queue.notes, 'Brings an X-ray\nRest for a week');
  const absent = await makeEntry('waiting', false);
  await get(app, town.receptionist, 'noteEntry', {
    id: absent,
    body: { notes: 'Hard of hearing' },
  });
  const joined = 'Hard of hearing\nCalled twice';
  const body = { status: 'no_show' as const, notes: joined };
  const { queue: missed } = await get(app, town.doctor, 'updateEntry', { id: absent, body });
  assert.equal(missed.notes, joined);
});

test('the note of a running visit is saved during typing, can be emptied, and does not overwrite a later note [CONS-5]', async () => {
  const id = await makeEntry('in_progress', false);
  const write = (notes: string, seen: number) =>
    call(app, town.doctor, 'writeVisitNote', { id, body: { notes }, query: { seen } });
  const before = (await get(app, town.doctor, 'getEntry', { id })).queue.queueVersion;
  const typed = readReply('writeVisitNote', await write('Coughs', before)).queue;
  assert.equal(typed.notes, 'Coughs');
  const emptied = readReply('writeVisitNote', await write('', typed.queueVersion)).queue;
  assert.equal(emptied.notes, null);
  await get(app, town.receptionist, 'noteEntry', { id, body: { notes: 'Mother waits outside' } });
  assertRefused(await write('Coughs for two weeks', emptied.queueVersion), 'entry_changed');
  const { queue } = await get(app, town.doctor, 'getEntry', { id });
  assert.equal(queue.notes, 'Mother waits outside');
  const both = 'Coughs for two weeks\nMother waits outside';
  assert.equal((await write(both, queue.queueVersion)).status, 200);
  const done = await get(app, town.doctor, 'completeConsultation', {
    id,
    body: { notes: 'Rest' },
  });
  assert.equal(done.queue.notes, `${both}\nRest`);
});

test('only the visit’s doctor or an administrator writes the running visit’s note, and the patient never sees it [CONS-5, ROLE-4]', async () => {
  const id = await makeEntry('in_progress', false);
  const body = { notes: 'Suspected anaemia' };
  for (const other of [town.receptionist, town.colleague]) {
    assertRefused(await call(app, other, 'writeVisitNote', { id, body }), 'forbidden');
  }
  assertRefused(await call(app, town.otherAdmin, 'writeVisitNote', { id, body }), 'not_found');
  await get(app, town.doctor, 'writeVisitNote', { id, body });
  assert.equal((await get(app, patient, 'getEntry', { id })).queue.notes, null);
});

test('the first patient cannot move up, and the last patient cannot move down [QST-9]', async () => {
  const first = await makeEntry('waiting', false);
  assertRefused(await call(app, town.receptionist, 'moveEntryUp', { id: first }), 'already_first');
  await get(app, town.receptionist, 'moveEntryDown', { id: first });
  assertRefused(await call(app, town.receptionist, 'moveEntryDown', { id: first }), 'already_last');
});

test('a patient holds one request or place at a time in all hospitals [QST-1, INV-2]', async () => {
  for (const status of ['pending_approval', 'waiting', 'in_progress'] as const) {
    await makeEntry(status, false);
    for (const doctorId of [town.doctorId, town.colleagueId, town.otherDoctorId]) {
      const answer = await call(app, patient, 'requestPlace', { body: { doctorId } });
      assertRefused(answer, 'already_in_queue', status);
    }
  }
  for (const status of ['completed', 'cancelled', 'no_show', 'rejected'] as const) {
    await makeEntry(status, false);
    const body = { doctorId: town.otherDoctorId };
    const again = await get(app, patient, 'requestPlace', { body });
    assert.equal(again.queue.status, 'pending_approval', `after ${status}`);
  }
});

test('after many moved patients, a line has exactly the requested order [QST-9, QST-11, INV-1] @long', async () => {
  await app.owner.query('delete from queue_entry');
  const ids = [await wait(ahead), await wait(patient), await wait(behind)];
  const [a = '', b = '', c = ''] = ids;
  async function line(): Promise<string[]> {
    const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
    assert.deepEqual(
      queue.map(({ position }) => position),
      [1, 2, 3],
    );
    return queue.map(({ id }) => id);
  }
  // The same two neighbours swap until no floating-point number fits between their sort keys.
  for (let round = 0; round < 70; round += 1) {
    await get(app, town.admin, 'moveEntryUp', { id: round % 2 === 0 ? c : b });
  }
  assert.deepEqual(await line(), [a, b, c]);
  for (let round = 0; round < 60; round += 1) {
    await get(app, town.admin, 'moveEntryDown', { id: round % 2 === 0 ? a : b });
  }
  assert.deepEqual(await line(), [a, b, c]);
});
