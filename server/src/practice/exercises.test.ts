/** Tests of the exercises of a practice hospital: started, done at the desk, and ticked from the data [ADM-1]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Exercise, ExerciseName } from '@baari/contract/hospital/practice.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeHospital, makePerson, type TestPerson } from '../testing/test-people.ts';
import { type ExercisePatient, lineOf, stepsDone } from './exercises.rules.ts';
import { inventedPatient } from './invented.rules.ts';
import type { PracticeLine } from './morning.rules.ts';

let app: TestApp;
before(async () => {
  app = await makeTestApp();
});
after(() => app.close());

/** A receptionist in a practice hospital that rests, so that nobody but the receptionist acts. */
async function makeTrainee(): Promise<{ clerk: TestPerson; id: string }> {
  const works = { as: 'receptionist', hospitalId: await makeHospital(app) } as const;
  const clerk = await makePerson(app, { works });
  const { user } = await get(app, clerk, 'practise');
  await app.owner.query(`update practice set acts_at = 'infinity'`);
  assert.ok(user.hospitalId);
  return { clerk, id: user.hospitalId };
}

async function start(clerk: TestPerson, exercise: ExerciseName): Promise<Exercise> {
  const { exercises } = await get(app, clerk, 'startExercise', { body: { exercise } });
  return found(exercises, exercise);
}

async function read(clerk: TestPerson, exercise: ExerciseName): Promise<Exercise> {
  return found((await get(app, clerk, 'listExercises')).exercises, exercise);
}

function found(exercises: readonly Exercise[], name: ExerciseName): Exercise {
  const exercise = exercises.find((each) => each.name === name);
  assert.ok(exercise);
  return exercise;
}

/** The entry of an invented patient by name, among those of the desk. */
async function entryOf({ clerk, id }: { clerk: TestPerson; id: string }, name: string) {
  const { pendingQueues } = await get(app, clerk, 'listPending', { id });
  const { queues } = await get(app, clerk, 'listWaiting', { id });
  const entry = [...pendingQueues, ...queues].findLast(({ patient }) => patient.fullName === name);
  assert.ok(entry, name);
  return entry;
}

test('nobody can read or start an exercise at a real hospital, and none is started at first [ADM-1]', async () => {
  const works = { as: 'receptionist', hospitalId: await makeHospital(app) } as const;
  const clerk = await makePerson(app, { works });
  assertRefused(await call(app, clerk, 'listExercises'), 'not_found');
  const body = { exercise: 'undo' };
  assertRefused(await call(app, clerk, 'startExercise', { body }), 'not_found');
  await get(app, clerk, 'practise');
  const { exercises } = await get(app, clerk, 'listExercises');
  assert.deepEqual(
    exercises.map(({ name, startedAt, stepsDone: done }) => [name, startedAt, done.length]),
    [
      ['two_at_once', null, 3],
      ['undo', null, 2],
      ['doctor_leaves', null, 2],
    ],
  );
});

test('two patients ask at once, and the exercise ticks when both are approved and the urgent one goes first [ADM-1, QST-9]', async () => {
  const trainee = await makeTrainee();
  const { clerk } = trainee;
  const { patientNames, stepsDone: atFirst } = await start(clerk, 'two_at_once');
  assert.deepEqual(atFirst, [false, false, false]);
  const [urgentName = '', otherName = ''] = patientNames;
  const urgent = await entryOf(trainee, urgentName);
  const other = await entryOf(trainee, otherName);
  assert.equal(urgent.joinedAt, other.joinedAt);
  assert.deepEqual([urgent.urgency, other.urgency], ['high', 'low']);
  // The trainee takes the wrong one first.
  await get(app, clerk, 'approveRequest', { id: other.id });
  assert.deepEqual((await read(clerk, 'two_at_once')).stepsDone, [false, true, false]);
  await get(app, clerk, 'approveRequest', { id: urgent.id });
  assert.deepEqual((await read(clerk, 'two_at_once')).stepsDone, [true, true, false]);
  await get(app, clerk, 'moveEntryUp', { id: urgent.id });
  assert.deepEqual((await read(clerk, 'two_at_once')).stepsDone, [true, true, true]);
});

test('a patient is removed by mistake, and the exercise ticks when the place is back [ADM-1, DESK-1]', async () => {
  const trainee = await makeTrainee();
  const { clerk } = trainee;
  const { patientNames } = await start(clerk, 'undo');
  const { id } = await entryOf(trainee, patientNames[0] ?? '');
  await get(app, clerk, 'removeEntry', { id });
  assert.deepEqual((await read(clerk, 'undo')).stepsDone, [true, false]);
  await get(app, clerk, 'bringBack', { id });
  assert.deepEqual((await read(clerk, 'undo')).stepsDone, [true, true]);
});

test('a doctor leaves patients behind, and the exercise ticks when nobody waits there; started again, that doctor is back [ADM-1, DAY-3]', async () => {
  const trainee = await makeTrainee();
  const { clerk, id } = trainee;
  const { doctorName, patientNames, stepsDone: atFirst } = await start(clerk, 'doctor_leaves');
  assert.ok(patientNames.length >= 2, `${patientNames.length} wait`);
  assert.deepEqual(atFirst, [false, false]);
  const statusOf = async () => {
    const { doctors } = await get(app, clerk, 'listColleagues');
    return doctors.find(({ name }) => name === doctorName)?.status;
  };
  assert.equal(await statusOf(), 'Offline');
  const { doctors } = await get(app, clerk, 'listColleagues');
  const doctorId = doctors.find(({ status }) => status === 'Available')?.id;
  const [first = '', ...others] = patientNames;
  const moved = await entryOf(trainee, first);
  await get(app, clerk, 'transferEntry', { id: moved.id, body: { doctorId } });
  assert.deepEqual((await read(clerk, 'doctor_leaves')).stepsDone, [true, false]);
  for (const name of others) {
    const { queues } = await get(app, clerk, 'listWaiting', { id });
    const entry = queues.find(
      ({ patient, doctor }) => patient.fullName === name && doctor.name === doctorName,
    );
    await get(app, clerk, 'removeEntry', { id: entry?.id ?? '' });
  }
  assert.deepEqual((await read(clerk, 'doctor_leaves')).stepsDone, [true, true]);
  await start(clerk, 'undo');
  assert.equal(await statusOf(), 'Available');
});

test('every exercise can be started again and again, also when no doctor is there [ADM-1]', async () => {
  const works = { as: 'hospital_admin', hospitalId: await makeHospital(app) } as const;
  const admin = await makePerson(app, { works });
  await get(app, admin, 'practise');
  await app.owner.query(`update practice set acts_at = 'infinity'`);
  const { doctors } = await get(app, admin, 'listColleagues');
  for (const { id } of doctors) {
    await get(app, admin, 'setDoctorStatus', { id, body: { status: 'offline' } });
  }
  for (const name of ['two_at_once', 'undo', 'doctor_leaves'] as const) {
    for (let times = 0; times < 3; times += 1) {
      const { stepsDone: done, startedAt, patientNames } = await start(admin, name);
      assert.ok(startedAt);
      assert.ok(patientNames.length > 0);
      assert.ok(
        done.every((isDone) => !isDone),
        name,
      );
    }
  }
});

test('no two of a morning’s invented patients have the same name, so that an exercise means one of them [ADM-1]', () => {
  const names = Array.from({ length: 140 }, (_, number) => inventedPatient(number).name);
  assert.equal(new Set(names).size, names.length);
});

test('an exercise takes place with an Available doctor: at the longest line, or where few patients are left behind [ADM-1]', () => {
  const at = (doctorId: string, status: PracticeLine['status'], waiting: number): PracticeLine => ({
    doctorId,
    status,
    waiting,
    pending: 0,
    firstId: null,
    insideId: null,
    insideSince: null,
    isTrainees: false,
  });
  const lines = [at('a', 'Available', 6), at('b', 'Offline', 9), at('c', 'Available', 2)];
  assert.equal(lineOf('two_at_once', lines)?.doctorId, 'a');
  assert.equal(lineOf('undo', lines)?.doctorId, 'a');
  assert.equal(lineOf('doctor_leaves', lines)?.doctorId, 'c');
  assert.equal(lineOf('doctor_leaves', lines.slice(0, 2))?.doctorId, 'a');
  assert.equal(lineOf('undo', [at('b', 'Offline', 9)])?.doctorId, 'b');
  assert.equal(lineOf('undo', []), undefined);
});

test('a step is done only while the data say so: an urgent patient who stands behind again is not first [ADM-1]', () => {
  const approvedAt = new Date(0);
  const patient = (change: Partial<ExercisePatient>): ExercisePatient => ({
    status: 'waiting',
    doctorId: 'a',
    approvedAt,
    broughtBackAt: null,
    orderKey: 1,
    ...change,
  });
  const [one, two] = [patient({ orderKey: 1 }), patient({ orderKey: 2 })];
  assert.deepEqual(stepsDone('two_at_once', 'a', [one, two]), [true, true, true]);
  assert.deepEqual(stepsDone('two_at_once', 'a', [two, one]), [true, true, false]);
  const called = patient({ status: 'in_progress', orderKey: null });
  assert.deepEqual(stepsDone('two_at_once', 'a', [called, two]), [true, true, true]);
  assert.deepEqual(stepsDone('undo', 'a', []), [false, false]);
  assert.deepEqual(stepsDone('doctor_leaves', 'a', []), [false, false]);
  const moved = patient({ doctorId: 'b' });
  assert.deepEqual(stepsDone('doctor_leaves', 'a', [moved, two]), [true, false]);
  const sent = patient({ status: 'cancelled' });
  assert.deepEqual(stepsDone('doctor_leaves', 'a', [moved, sent]), [true, true]);
});
