import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EntryEvent } from '@baari/contract/events.ts';
import type { PatientEntry, StaffEntry } from '@baari/contract/queue/queue.ts';
import { takesRequests } from '@baari/contract/lines/requests-taken.ts';
import fc from 'fast-check';
import { type Command, commands, HospitalModel, makeEntry } from './hospital-model.test-data.ts';
import { parseFrame } from './parse-frame.ts';
import {
  applyEntryEvent,
  applyToDoctors,
  type DoctorQueue,
  type QueueViews,
} from './queue-cache.reducer.ts';

const command: fc.Arbitrary<Command> = fc.record({
  name: fc.constantFrom(...commands, 'request' as const, 'approve' as const),
  doctor: fc.nat(1),
  pick: fc.nat(20),
});
const history = fc.array(command, { minLength: 5, maxLength: 60, size: 'max' });
const runs = { numRuns: 400 };

/** The data of a desk: the queues of both doctors, pending requests, and waiting entries. */
interface Desk {
  queues: Record<string, DoctorQueue>;
  pending: StaffEntry[];
  waiting: StaffEntry[];
}

function openDesk(model: HospitalModel): Desk {
  const queues = Object.fromEntries(model.doctors.map((id) => [id, model.queueOf(id)]));
  return { queues, pending: model.pending(), waiting: model.waiting() };
}

function hear(desk: Desk, event: EntryEvent): { desk: Desk; missed: readonly string[] } {
  const doctor = event.data.doctor.id;
  const { pending, waiting, queues } = desk;
  const { views, missed } = applyEntryEvent(
    { pending, waiting, doctorQueue: queues[doctor] },
    event,
  );
  const queue = views.doctorQueue;
  return {
    desk: {
      pending: views.pending ?? [],
      waiting: views.waiting ?? [],
      queues: queue ? { ...queues, [doctor]: queue } : queues,
    },
    missed,
  };
}

/** The parts of the data that the test compares: patients, queues, statuses and counts. */
function seen({ queues, pending, waiting }: Desk): unknown {
  const line = (entries: StaffEntry[]) =>
    entries.map(({ id, status, position, notes }) => [id, status, position, notes]);
  const byDoctor = (entries: StaffEntry[]) => Object.groupBy(entries, (entry) => entry.doctor.id);
  return {
    queues: Object.entries(queues).map(([id, queue]) => [
      id,
      line(queue.queue),
      queue.stats,
      queue.queueVersion,
    ]),
    pending: line(pending),
    waiting: Object.fromEntries(
      Object.entries(byDoctor(waiting)).map(([id, entries]) => [id, line(entries ?? [])]),
    ),
  };
}

function eventsOf(model: HospitalModel, series: readonly Command[]): EntryEvent[] {
  return series.flatMap((step) => model.run(step) ?? []);
}

test('a desk that receives every update shows the same as after a reload [EV-3, EV-4, EV-6, EV-7]', () => {
  fc.assert(
    fc.property(history, history, (before, after) => {
      const model = new HospitalModel();
      eventsOf(model, before);
      let desk = openDesk(model);
      for (const event of eventsOf(model, after)) {
        const heard = hear(desk, event);
        assert.deepEqual(heard.missed, []);
        desk = heard.desk;
      }
      assert.deepEqual(seen(desk), seen(openDesk(model)));
    }),
    runs,
  );
});

test('the places of waiting patients are 1, 2, 3 and so on without a gap after every update [QST-11, INV-1]', () => {
  fc.assert(
    fc.property(history, (series) => {
      const model = new HospitalModel();
      let desk = openDesk(model);
      for (const event of eventsOf(model, series)) {
        desk = hear(desk, event).desk;
        for (const { queue, stats } of Object.values(desk.queues)) {
          const places = queue.flatMap((entry) =>
            entry.status === 'waiting' ? [entry.position] : [],
          );
          assert.deepEqual(
            places,
            places.map((_, index) => index + 1),
          );
          assert.equal(stats.totalWaiting, places.length);
        }
      }
    }),
    runs,
  );
});

test('a live update of the queue that arrives twice or late changes nothing [INV-6]', () => {
  fc.assert(
    fc.property(history, fc.nat(), (series, pick) => {
      const model = new HospitalModel();
      const events = eventsOf(model, series);
      let desk = openDesk(new HospitalModel());
      for (const event of events) {
        desk = hear(desk, event).desk;
        const again = hear(desk, event);
        assert.deepEqual(again.desk, desk);
        assert.deepEqual(again.missed, []);
      }
      const late = events[pick % Math.max(1, events.length)];
      if (late) {
        const doctor = late.data.doctor.id;
        assert.equal(hear(desk, late).desk.queues[doctor], desk.queues[doctor]);
      }
    }),
    runs,
  );
});

test('when the desk missed a live update, the desk notices this at the next update and loads the queue again [INV-6]', () => {
  fc.assert(
    fc.property(history, fc.nat(), (series, pick) => {
      const model = new HospitalModel();
      const events = eventsOf(model, series).filter((event) => event.data.doctor.id === 'd1');
      fc.pre(events.length >= 2);
      const lost = pick % (events.length - 1);
      let desk = openDesk(new HospitalModel());
      for (const [index, event] of events.entries()) {
        if (index === lost) continue;
        const heard = hear(desk, event);
        desk = heard.desk;
        if (index === lost + 1) assert.ok(heard.missed.includes('doctorQueue'));
      }
    }),
    runs,
  );
});

/**
 * A queue entry with both the staff's and the patient's fields. These tests do not depend on the
 * fields in which the two kinds of entry differ.
 */
type Anyones = StaffEntry & PatientEntry;

function anyones(entry: StaffEntry): Anyones {
  return { ...entry, notes: null, urgencyChange: null };
}

function event(type: EntryEvent['type'], data: StaffEntry): EntryEvent {
  return { type, data };
}

function apply(views: QueueViews, ...events: EntryEvent[]): QueueViews {
  return events.reduce((shown, next) => applyEntryEvent(shown, next).views, views);
}

const request = anyones(makeEntry('e1', 'd1', 0));
const waiting: Anyones = { ...request, status: 'waiting', position: 2, queueVersion: 2 };

test("an approved request becomes the patient's current queue and leaves the pending ones [EV-5]", () => {
  const views = apply(
    { open: [{ ...request, queueVersion: 1 }], pending: [{ ...request, queueVersion: 1 }] },
    event('queue_approved', waiting),
  );
  assert.equal(views.open?.[0]?.status, 'waiting');
  assert.deepEqual(views.pending, []);
});

test('a patient whose check-in was undone is in no line and not in the history [EV-6, APPT-1]', () => {
  const at = '2026-03-12T08:30:00.000Z';
  const booking = { id: 'b1', startsAt: at, dueAt: at };
  const here: Anyones = { ...waiting, booking, checkedInAt: at };
  const left: Anyones = { ...here, status: 'cancelled', position: 0, queueVersion: 9 };
  const after = (entry: Anyones) =>
    apply({ open: [here], history: [] }, event('queue_left', entry));
  assert.deepEqual(after({ ...left, checkedInAt: null }).history, []);
  assert.deepEqual(after({ ...left, checkedInAt: null }).open, []);
  assert.equal(after(left).history?.length, 1);
});

test('a rejected request leaves the patient’s current queue and appears in the history [EV-4]', () => {
  const rejected: Anyones = { ...request, status: 'rejected', queueVersion: 3 };
  const views = apply({ open: [waiting], history: [] }, event('queue_rejected', rejected));
  assert.deepEqual(views.open, []);
  assert.deepEqual(views.history, [rejected]);
});

test('a changed request that staff have not approved stays in the list of requests [EV-4]', () => {
  const changed = { ...request, symptoms: 'fever', queueVersion: 2 };
  const views = apply({ pending: [request] }, event('queue_updated', changed));
  assert.deepEqual(views.pending, [changed]);
});

test('a patient who leaves is no longer in the queue, and a late live update does not bring this patient back [EV-6]', () => {
  const left: Anyones = { ...waiting, status: 'cancelled', position: 0, queueVersion: 4 };
  const views = apply(
    { open: [waiting], history: [] },
    event('queue_left', left),
    event('position_changed', { ...waiting, queueVersion: 3 }),
  );
  assert.deepEqual(views.open, []);
  assert.equal(views.history?.length, 1);
});

test('a live update moves a waiting patient to the new place in line, even if earlier live updates of that queue were missed [EV-7]', () => {
  const moved = { ...waiting, position: 1, queueVersion: 40 };
  const change = applyEntryEvent({ open: [waiting] }, event('position_changed', moved));
  assert.equal(change.views.open?.[0]?.position, 1);
  assert.deepEqual(change.missed, []);
});

test('a live update changes the place of the right person, mother or child, and a new request is sorted by its time [EV-4, PROF-1]', () => {
  const ofChild: Anyones = {
    ...anyones(makeEntry('e2', 'd2', 0)),
    joinedAt: '2026-03-12T06:00:00.000Z',
  };
  const called: Anyones = { ...ofChild, status: 'in_progress', position: 0, queueVersion: 9 };
  const views = apply(
    { open: [waiting], history: [] },
    event('queue_requested', ofChild),
    event('queue_updated', called),
  );
  assert.deepEqual(
    views.open?.map(({ id, status }) => [id, status]),
    [
      ['e1', 'waiting'],
      ['e2', 'in_progress'],
    ],
  );
  const done = apply(
    views,
    event('queue_updated', { ...called, status: 'completed', queueVersion: 10 }),
  );
  assert.deepEqual(
    done.open?.map(({ id }) => id),
    ['e1'],
  );
  assert.deepEqual(
    done.history?.map(({ id }) => id),
    ['e2'],
  );
});

test('a patient who joins the line is added to the list at the right place, unless the patient is already in the list [EV-3]', () => {
  const queue: DoctorQueue = {
    queue: [{ ...waiting, id: 'e0', position: 1 }],
    stats: { totalWaiting: 1, totalInProgress: 0, totalCompleted: 0 },
    dayEndsAt: '2026-03-12T18:30:00.000Z',
    queueVersion: 2,
  };
  const joined = { ...waiting, queueVersion: 3 };
  const once = apply({ doctorQueue: queue }, event('queue_joined', joined));
  assert.deepEqual(
    once.doctorQueue?.queue.map((entry) => entry.id),
    ['e0', 'e1'],
  );
  const twice = apply(once, event('queue_joined', { ...joined, queueVersion: 4 }));
  assert.equal(twice.doctorQueue?.queue.length, 2);
});

test('a patient who moves up in line sees the wait that belongs to the new place', () => {
  const at = (id: string, position: number, minutes: number): StaffEntry => ({
    ...waiting,
    id,
    position,
    estimatedWaitTime: minutes,
    waitRange: { lower: minutes, upper: minutes + 5, parts: [] },
  });
  const queue: DoctorQueue = {
    queue: [at('a', 1, 5), at('b', 2, 17), at('c', 3, 29)],
    stats: { totalWaiting: 3, totalInProgress: 0, totalCompleted: 0 },
    dayEndsAt: '2026-03-12T18:30:00.000Z',
    queueVersion: 2,
  };
  const gone: StaffEntry = { ...at('a', 0, 0), status: 'cancelled', queueVersion: 3 };
  const after = apply({ doctorQueue: queue }, event('queue_left', gone)).doctorQueue?.queue;
  assert.deepEqual(
    after?.map((entry) => [entry.id, entry.position, entry.estimatedWaitTime]),
    [
      ['b', 1, 5],
      ['c', 2, 17],
    ],
  );
});

test('patients whose visits ended today stay in lists that show them, and are counted once [ENT-2]', () => {
  const running: StaffEntry = { ...waiting, status: 'in_progress', position: 0 };
  const queue: DoctorQueue = {
    queue: [running],
    stats: { totalWaiting: 0, totalInProgress: 1, totalCompleted: 7 },
    dayEndsAt: '2026-03-12T18:30:00.000Z',
    queueVersion: 2,
  };
  const done: StaffEntry = { ...running, status: 'completed', queueVersion: 3 };
  const views = apply(
    { doctorQueue: queue, doctorQueueOfDay: queue },
    event('queue_updated', done),
    event('queue_updated', done),
  );
  assert.deepEqual(views.doctorQueue?.queue, []);
  assert.deepEqual(views.doctorQueueOfDay?.queue, [done]);
  assert.equal(views.doctorQueue?.stats.totalCompleted, 8);
  assert.equal(views.doctorQueueOfDay?.stats.totalCompleted, 8);
});

test('a doctor who becomes Busy changes in every list, and staff lists keep the data that only staff may see', () => {
  const doctor = {
    id: '0199a0de-4f1e-7c2a-9a3e-1a2b3c4d5e6f',
    name: 'Dr. Rao',
    specialty: 'Cardiology',
    department: 'Cardiology',
    status: 'Busy' as const,
    breakUntil: null,
    room: null,
    timeZone: 'Asia/Kolkata',
    hospital_id: '0199a0de-4f1e-7c2a-9a3e-1a2b3c4d5e60',
    opening: null,
    takesRequestsShut: true,
    requests: takesRequests,
    hospitalStanding: 'confirmed' as const,
    created_at: '2026-03-12T05:10:00Z',
    rating: 4.5,
    ratingCount: 0,
    experience: 5,
    image: null,
    currentQueue: 3,
    totalPatients: 9,
    averageWaitTime: 12,
    line: null,
    lineIfJoinedNow: null,
    waitIfJoinedNow: { minutes: 30, lower: 20, upper: 45, parts: [] },
    promises: null,
  };
  const list = [{ ...doctor, status: 'Available' as const, email: 'rao@example.org' }];
  const [after] = applyToDoctors<(typeof list)[number] | typeof doctor>(list, {
    type: 'doctor_updated',
    data: doctor,
  });
  assert.deepEqual(after, { ...doctor, email: 'rao@example.org' });
});

test('the page understands both formats of a live update, and ignores invalid updates [EV-2]', () => {
  const id = '0199a0de-4f1e-7c2a-9a3e-1a2b3c4d5e6f';
  const entry = makeEntry(id, id, 0);
  const data: StaffEntry = {
    ...entry,
    patient: { ...entry.patient, id },
    doctor: { ...entry.doctor, hospital: { id } },
    hospital: { ...entry.hospital, id },
  };
  for (const type of ['queue_left', 'queue-left']) {
    assert.equal(parseFrame(JSON.stringify({ type, data }))?.type, 'queue_left');
  }
  assert.equal(parseFrame(JSON.stringify({ type: 'queue_exploded', data })), undefined);
  assert.equal(parseFrame('{'), undefined);
});

test('a patient moved to another doctor leaves the previous line, and the patients behind move up [DAY-3, EV-3]', () => {
  const [one, other] = new HospitalModel().doctors;
  const standing = (id: string, doctor: string, position: number) => {
    const entry = makeEntry(id, doctor, position);
    return { ...entry, status: 'waiting', position, queueVersion: position } as const;
  };
  const waiting = [standing('a', one, 1), standing('b', one, 2), standing('c', other, 1)];
  const moved = { from: one, fromId: one, at: '2026-03-12T05:00:00.000Z' };
  const data = { ...standing('a', other, 2), queueVersion: 9, moved };
  const { views } = applyEntryEvent({ waiting }, { type: 'queue_joined', data });
  const shown = views.waiting?.map(({ id, doctor, position }) => [id, doctor.id, position]);
  assert.deepEqual(shown, [
    ['b', one, 1],
    ['c', other, 1],
    ['a', other, 2],
  ]);
  const again = applyEntryEvent({ waiting: views.waiting }, { type: 'queue_joined', data });
  assert.deepEqual(again.views.waiting, views.waiting, 'what comes twice changes nothing');
});

test('a called patient is listed as in consultation with the doctor until the visit ends [DESK-4, EV-4]', () => {
  const inside = (id: string, doctor: string, name: string, queueVersion: number): StaffEntry => {
    const entry = makeEntry(id, doctor, 1);
    const status = 'in_progress' as const;
    return { ...entry, status, queueVersion, doctor: { ...entry.doctor, name } };
  };
  const after = (shown: StaffEntry[], data: StaffEntry) =>
    applyEntryEvent({ inside: shown }, { type: 'queue_updated', data }).views.inside ?? [];
  const first = inside('a', 'd1', 'Dr. Zoya', 4);
  const second = inside('b', 'd2', 'Dr. Anand', 2);
  const both = after(after([], first), second);
  assert.deepEqual(
    both.map(({ id }) => id),
    ['b', 'a'],
  );
  assert.equal(after(both, { ...first, queueVersion: 3, status: 'completed' }), both);
  const rest = after(both, { ...first, queueVersion: 5, status: 'no_show' });
  assert.deepEqual(rest, [second]);
  assert.deepEqual(after([second], { ...second, status: 'waiting', queueVersion: 1 }), [second]);
});

test('every patient at a counter of a shared line is listed as being served, one for each counter [LINE-2, EV-4]', () => {
  const at = (id: string, point: string, queueVersion: number): StaffEntry => ({
    ...makeEntry(id, 'laboratory', 1),
    status: 'in_progress',
    queueVersion,
    point: { id: point, name: point },
  });
  const after = (shown: StaffEntry[], data: StaffEntry) =>
    applyEntryEvent({ inside: shown }, { type: 'queue_updated', data }).views.inside ?? [];
  const ids = (shown: StaffEntry[]) => shown.map(({ id }) => id).toSorted();
  const both = after(after([], at('a', 'p1', 4)), at('b', 'p2', 5));
  assert.deepEqual(ids(both), ['a', 'b']);
  assert.deepEqual(ids(after(both, at('c', 'p1', 6))), ['b', 'c']);
});
