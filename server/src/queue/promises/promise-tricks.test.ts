/**
 * Tests that the desk cannot improve the rate of kept forecasts by what it does with the entries
 * [QST-12, WAIT-3].
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { recordFirstForecasts } from './keep-promise.ts';
import { get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  makeDoctor,
  makePatients,
  makeTown,
  type TestPerson,
  type Town,
} from '../../testing/test-people.ts';

let app: TestApp;
let town: Town;
let doctorId: string;
let colleagueId: string;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());
beforeEach(async () => {
  doctorId = await makeDoctor(app, town.hospitalId);
  colleagueId = await makeDoctor(app, town.hospitalId);
});

async function ask(patient: TestPerson): Promise<string> {
  return (await get(app, patient, 'requestPlace', { body: { doctorId } })).queue.id;
}

/** Puts this many patients in the doctor's line, in order. */
async function standInLine(count: number): Promise<{ id: string; patient: TestPerson }[]> {
  const inLine = [];
  for (const patient of await makePatients(app, count)) {
    const id = await ask(patient);
    await get(app, town.receptionist, 'approveRequest', { id });
    inLine.push({ id, patient });
  }
  return inLine;
}

interface Promised {
  doctor_id: string;
  ahead: number;
  outcome: string | null;
  was_kept: boolean | null;
}

async function promisedTo(id: string): Promise<Promised | undefined> {
  return app.db.maybeOne<Promised>(sql`
    select doctor_id, ahead, outcome, was_kept from wait_promise
    where entry_id = ${id} and kind = 'joined'`);
}

/** Backdates the entry's forecasts so that this many minutes remain until their upper end. */
async function remains(id: string, minutes: number): Promise<void> {
  await app.db.run(sql`
    update wait_promise set
      made_at = ${app.clock.now()}::timestamptz - make_interval(mins => upper - ${minutes}::int)
    where entry_id = ${id}`);
}

/** Calls a patient in and completes the visit. The patient must be the first in line. */
async function callIn(id: string): Promise<void> {
  await get(app, town.admin, 'startConsultation', { id });
  await get(app, town.admin, 'completeConsultation', { id, body: {} });
}

const first = (id: string) =>
  get(app, town.receptionist, 'moveEntry', { id, body: { position: 1, reason: 'urgent' } });

/**
 * Actions of the desk on the second of three patients, after the upper end of that patient's
 * forecast has passed.
 */
const tricks: Readonly<Record<string, (id: string, patient: TestPerson) => Promise<unknown>>> = {
  'moved up by one place, then called': async (id) => {
    await get(app, town.receptionist, 'moveEntryUp', { id });
    await callIn(id);
  },
  'moved down by one place, then to the front': async (id) => {
    await get(app, town.receptionist, 'moveEntryDown', { id });
    await first(id);
    await callIn(id);
  },
  'sent to the end': async (id) => {
    await get(app, town.receptionist, 'sendToEnd', { id, body: { reason: 'patient' } });
    await first(id);
    await callIn(id);
  },
  'moved to a colleague': async (id) => {
    await get(app, town.receptionist, 'transferEntry', { id, body: { doctorId: colleagueId } });
    await callIn(id);
  },
  'day closed': (id) =>
    get(app, town.receptionist, 'closeEntry', { id, body: { reason: 'day_ended' } }),
  removed: (id) => get(app, town.receptionist, 'removeEntry', { id }),
  'marked as not here': (id) =>
    get(app, town.receptionist, 'updateEntry', { id, body: { status: 'no_show' } }),
  'marked as not here, then restored and called': async (id) => {
    await get(app, town.receptionist, 'updateEntry', { id, body: { status: 'no_show' } });
    await get(app, town.receptionist, 'bringBack', { id });
    await first(id);
    await callIn(id);
  },
  'asked to let others go first, then called': async (id, patient) => {
    await get(app, patient, 'goLater', { id, body: { people: 1 } });
    await first(id);
    await callIn(id);
  },
};

test('a patient’s wait beyond the latest time shown counts as a wrong forecast, and nothing the desk does changes this [QST-12, WAIT-3]', async () => {
  for (const [name, play] of Object.entries(tricks)) {
    const [, second] = await standInLine(3);
    assert.ok(second);
    await remains(second.id, -1);
    await play(second.id, second.patient);
    assert.equal((await promisedTo(second.id))?.was_kept, false, name);
    doctorId = await makeDoctor(app, town.hospitalId);
  }
});

test('moving a patient does not postpone the time after which the forecast counts as wrong, but a delay that the patient asks for does [QST-12, WAIT-1]', async () => {
  const [, byDesk] = await standInLine(3);
  assert.ok(byDesk);
  await remains(byDesk.id, 1);
  await get(app, town.receptionist, 'moveEntryDown', { id: byDesk.id });
  const promised = await promisedTo(byDesk.id);
  assert.deepEqual([promised?.ahead, promised?.outcome], [2, null], 'the new place has a forecast');
  // The wait that was shown before the move reaches its upper end before the patient is called.
  await app.db.run(sql`
    update wait_promise set owed_by = owed_by - interval '2 minutes' where entry_id = ${byDesk.id}`);
  await first(byDesk.id);
  await callIn(byDesk.id);
  assert.equal((await promisedTo(byDesk.id))?.was_kept, false);

  const [, ofPatient] = await standInLine(3);
  assert.ok(ofPatient);
  await remains(ofPatient.id, 1);
  await get(app, ofPatient.patient, 'goLater', { id: ofPatient.id, body: { people: 1 } });
  await first(ofPatient.id);
  await callIn(ofPatient.id);
  assert.equal((await promisedTo(ofPatient.id))?.was_kept, true);
});

test('a patient moved to another doctor gets a new forecast of the wait, which counts among that doctor’s forecasts [QST-12, DAY-3]', async () => {
  const [, second] = await standInLine(2);
  assert.ok(second);
  await get(app, town.receptionist, 'transferEntry', {
    id: second.id,
    body: { doctorId: colleagueId },
  });
  const promised = await promisedTo(second.id);
  assert.deepEqual(
    [promised?.doctor_id, promised?.ahead, promised?.outcome],
    [colleagueId, 0, null],
  );
  await callIn(second.id);
  assert.equal((await promisedTo(second.id))?.was_kept, true);
});

test('when a line is closed, the forecasts of its waiting patients count as wrong, until staff undo the closing [QST-12, DAY-1]', async () => {
  const [one] = await standInLine(1);
  assert.ok(one);
  const close = () =>
    get(app, town.receptionist, 'closeEntry', { id: one.id, body: { reason: 'day_ended' } });
  await close();
  assert.equal((await promisedTo(one.id))?.was_kept, false);
  await get(app, town.receptionist, 'bringBack', { id: one.id });
  assert.deepEqual(await promisedTo(one.id), {
    doctor_id: doctorId,
    ahead: 0,
    outcome: null,
    was_kept: null,
  });
  await callIn(one.id);
  assert.equal((await promisedTo(one.id))?.was_kept, true);
});

test('the wait forecast for a request counts from the moment of asking, and is wrong if staff do not approve by the latest forecast time [QST-12, QST-2]', async () => {
  const [approved, rejected, closed, soon] = await makePatients(app, 4);
  assert.ok(approved && rejected && closed && soon);
  const late = await ask(approved);
  await remains(late, -1);
  await get(app, town.receptionist, 'approveRequest', { id: late });
  await callIn(late);
  assert.equal((await promisedTo(late))?.was_kept, false, 'approved after the announced time');

  const declined = await ask(rejected);
  await remains(declined, -1);
  await get(app, town.receptionist, 'rejectRequest', { id: declined, body: { reason: 'Full.' } });
  assert.equal((await promisedTo(declined))?.was_kept, false, 'rejected after the announced time');

  const ended = await ask(closed);
  await get(app, town.receptionist, 'closeEntry', { id: ended, body: { reason: 'day_ended' } });
  assert.equal((await promisedTo(ended))?.was_kept, false, 'day closed');

  const early = await ask(soon);
  await get(app, town.receptionist, 'rejectRequest', { id: early, body: { reason: 'Full.' } });
  assert.equal(await promisedTo(early), undefined, 'rejected at once');
});

async function walkIn(): Promise<string> {
  const body = { name: 'Walks In', doctorId };
  return (await get(app, town.receptionist, 'addWalkIn', { body })).queue.id;
}

test('the wait forecast of a walk-in who is called within a minute does not count, and of a walk-in who waits longer does [QST-12, ARR-2]', async () => {
  const atOnce = await walkIn();
  await callIn(atOnce);
  const called = await promisedTo(atOnce);
  assert.deepEqual([called?.outcome, called?.was_kept], ['called', null]);
  const waits = await walkIn();
  app.clock.advance(2 * 60_000);
  await callIn(waits);
  assert.equal((await promisedTo(waits))?.was_kept, true);
});

test('a patient who joins while the doctor is Busy gets a forecast only when the doctor is back, and the accuracy of forecasts includes it [QST-12, INV-16]', async () => {
  const setStatus = (status: 'busy' | 'available') =>
    get(app, town.admin, 'setDoctorStatus', { id: doctorId, body: { status } });
  await setStatus('busy');
  const id = await walkIn();
  await recordFirstForecasts(app.db, doctorId, app.clock.now());
  assert.equal(await promisedTo(id), undefined, 'no forecast while the doctor is Busy');
  await setStatus('available');
  await recordFirstForecasts(app.db, doctorId, app.clock.now());
  assert.equal((await promisedTo(id))?.outcome, null);
  await remains(id, -1);
  app.clock.advance(2 * 60_000);
  await callIn(id);
  assert.equal((await promisedTo(id))?.was_kept, false);
});
