/** The waiting room's displays: their links, and a board with tokens and no names. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Board, boardStreamPath, screenEvent } from '@baari/contract/hospital/screen.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type Town } from '../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../testing/test-stops.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from queue_entry');
});

async function addWalkIn(doctorId = town.doctorId) {
  const body = { name: 'Xanthippe', phone: '+915550000001', doctorId, symptoms: 'zugzwang' };
  return (await get(app, town.receptionist, 'addWalkIn', { body })).queue;
}

async function makeDisplay(by = town.admin) {
  const body = { kind: 'display', name: 'Ground floor' };
  const { screen, url } = await get(app, by, 'makeScreen', { body });
  return { id: screen.id, url, key: new URL(url).hash.slice(1) };
}

const patienceMs = 20_000;

/** Opens a display that reads its stream until the test or the server ends it. */
async function openDisplay(server: Pick<TestApp, 'origin'>, key: string | undefined) {
  const leaving = new AbortController();
  const response = await fetch(`${server.origin()}/api${boardStreamPath}`, {
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    signal: leaving.signal,
  });
  const boards: Board[] = [];
  let raw = '';
  let ended: string | undefined;
  async function read(): Promise<void> {
    if (!response.ok || response.body === null) return;
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      raw += text;
      const frames = (rest + text).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const line = frame.split('\n').find((each) => each.startsWith('data: '));
        if (line === undefined) continue;
        const event = screenEvent.parse(JSON.parse(line.slice('data: '.length)));
        if (event.type === 'board') boards.push(event.data);
        if (event.type === 'disconnected') ended = event.data.reason;
      }
    }
    ended ??= 'cut';
  }
  const reading = read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  async function until(isSo: () => boolean, what: string): Promise<void> {
    const deadline = Date.now() + patienceMs;
    while (!isSo()) {
      assert.ok(Date.now() < deadline, `${what}; last: ${JSON.stringify(boards.at(-1))}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return {
    response,
    boards,
    raw: () => raw,
    ended: () => ended,
    until,
    /** Waits until the board shows the expected state of the first doctor. */
    shows: (isSought: (doctor: Board['doctors'][number]) => boolean, what: string) =>
      until(() => {
        const doctor = boards.at(-1)?.doctors.find(({ id }) => id === town.doctorId);
        return doctor !== undefined && isSought(doctor);
      }, what),
    async leave() {
      leaving.abort();
      await reading;
    },
  };
}

test('a display shows by token who is called and who is next, and follows every change [ARR-6]', async () => {
  const tokens: (string | null)[] = [];
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const { token, id } = await addWalkIn();
    tokens.push(token);
    ids.push(id);
  }
  const display = await openDisplay(app, (await makeDisplay()).key);
  await display.shows(({ next }) => next.length === 4, 'the first four');
  const [board] = display.boards;
  assert.deepEqual(board?.hospital.id, town.hospitalId);
  const doctor = board.doctors.find(({ id }) => id === town.doctorId);
  assert.deepEqual(doctor?.next, tokens.slice(0, 4));
  assert.equal(doctor.waiting, 6);
  assert.equal(doctor.serving, null);
  await get(app, town.doctor, 'startConsultation', { id: ids[0] ?? '' });
  await display.shows(({ serving }) => serving?.token === tokens[0], 'the first is called');
  await display.shows(({ next }) => next[0] === tokens[1], 'the second is next');
  await get(app, town.doctor, 'setDoctorStatus', { id: town.doctorId, body: { status: 'busy' } });
  await display.shows(({ status }) => status === 'Busy', 'the status');
  await get(app, town.doctor, 'setDoctorStatus', {
    id: town.doctorId,
    body: { status: 'available' },
  });
  await display.leave();
});

test('a display gets no data that names or describes a patient [ARR-6, SEC-5]', async () => {
  const display = await openDisplay(app, (await makeDisplay()).key);
  const queue = await addWalkIn();
  const person = await makePerson(app, { name: 'Xanthippe Qwertz' });
  const body = { doctorId: town.doctorId, symptoms: 'zugzwang' };
  const { id } = (await get(app, person, 'requestPlace', { body })).queue;
  await get(app, town.admin, 'approveRequest', { id, body: { notes: 'plumbago' } });
  await display.shows(({ waiting }) => waiting === 2, 'both wait');
  for (const revealed of ['Xanthippe', 'Qwertz', 'zugzwang', 'plumbago', '5550', id, queue.id]) {
    assert.ok(!display.raw().includes(revealed), revealed);
  }
  assert.ok(!display.raw().includes(person.userId));
  await display.leave();
});

test('a display gets only its own hospital’s changes, and no change that it would not show [ARR-6, ROLE-7]', async () => {
  const display = await openDisplay(app, (await makeDisplay(town.otherAdmin)).key);
  await display.until(() => display.boards.length === 1, 'the first board');
  const { id } = await addWalkIn();
  await get(app, town.admin, 'noteEntry', { id, body: { notes: 'Bring the X-ray.' } });
  const own = await openDisplay(app, (await makeDisplay()).key);
  // The server may send a second board with the same change.
  await own.until(() => own.boards.length > 0, 'the board of one hospital');
  await get(app, town.admin, 'noteEntry', { id, body: { notes: 'Bring both.' } });
  const later = await addWalkIn();
  await own.shows(({ waiting }) => waiting === 2, 'the second walk-in');
  assert.ok(own.boards.length <= 3, `${own.boards.length} boards`);
  assert.equal(display.boards.length, 1);
  assert.ok(!display.raw().includes(later.token ?? ''));
  assert.ok(!display.raw().includes(town.hospitalId));
  await display.leave();
  await own.leave();
});

test('a display opens only with the secret of its own link, and not with a kiosk’s link or a user’s sign-in token [ARR-6]', async () => {
  const kiosk = await get(app, town.admin, 'makeScreen', {
    body: { kind: 'kiosk', name: 'Entrance' },
  });
  const keys = [undefined, 'x'.repeat(32), new URL(kiosk.url).hash.slice(1), town.admin.token];
  for (const key of keys) {
    const { response } = await openDisplay(app, key);
    assert.equal(response.status, 404);
  }
});

test('revoking a screen’s link closes the live connections opened with that link within ten seconds, in every server process [ARR-6, SEC-6]', async () => {
  const beside = await makeTestApp({ beside: app, isListening: true });
  const revoked = await makeDisplay();
  const other = await makeDisplay();
  const displays = await Promise.all([
    openDisplay(app, revoked.key),
    openDisplay(beside, revoked.key),
    openDisplay(app, other.key),
  ]);
  const [here, there, remains] = displays;
  await Promise.all(
    displays.map((display) => display.until(() => display.boards.length > 0, 'a board')),
  );
  await get(app, town.admin, 'revokeScreen', { id: revoked.id });
  await here.until(() => here.ended() === 'screen_revoked', 'ends here');
  await there.until(() => there.ended() === 'screen_revoked', 'ends there');
  assert.equal(remains.ended(), undefined);
  assert.equal((await openDisplay(app, revoked.key)).response.status, 404);
  assertRefused(await call(app, town.admin, 'revokeScreen', { id: revoked.id }), 'not_found');
  await remains.leave();
  await beside.close();
});

test('a screen with a new link keeps its name and doctors, and displays opened with the old link are closed [ARR-6]', async () => {
  const { id, key } = await makeDisplay();
  const chosen = { name: 'First floor', doctorIds: [town.doctorId] };
  await get(app, town.admin, 'editScreen', { id, body: chosen });
  const old = await openDisplay(app, key);
  await old.until(() => old.boards.length > 0, 'a board');
  const { screen, url } = await get(app, town.admin, 'renewScreenLink', { id });
  assert.deepEqual({ name: screen.name, doctorIds: screen.doctorIds }, chosen);
  await old.until(() => old.ended() === 'screen_revoked', 'the old link ends');
  const renewed = await openDisplay(app, new URL(url).hash.slice(1));
  await renewed.until(() => renewed.boards.length > 0, 'a board by the new link');
  const { screens } = await get(app, town.admin, 'listScreens');
  assert.deepEqual(
    screens.filter(({ name }) => name === chosen.name).map((each) => each.id),
    [screen.id],
  );
  assertRefused(await call(app, town.admin, 'renewScreenLink', { id }), 'not_found');
  const other = { id: screen.id };
  assertRefused(await call(app, town.otherAdmin, 'renewScreenLink', other), 'not_found');
  await renewed.leave();
});

test('a change made in one server process reaches the displays that are connected to another process [ARR-6, INV-8]', async () => {
  const beside = await makeTestApp({ beside: app, isListening: true });
  const display = await openDisplay(beside, (await makeDisplay()).key);
  await addWalkIn();
  await display.shows(({ waiting }) => waiting === 1, 'the walk-in of the other process');
  await display.leave();
  await beside.close();
});

test('a link’s secret has 192 bits, is shown once, and is nowhere in the database or the log [ARR-6]', async () => {
  const { key, id } = await makeDisplay();
  assert.equal(Buffer.from(key, 'base64url').length, 24);
  const { screens } = await get(app, town.admin, 'listScreens');
  assert.ok(screens.some((screen) => screen.id === id && screen.lastSeenAt === null));
  assert.ok(!JSON.stringify(screens).includes(key));
  const display = await openDisplay(app, key);
  const { rows } = await app.db.pool.query<{ text: string }>(
    `select string_agg(s::text, '') as text from screen s`,
  );
  assert.ok(!rows[0]?.text.includes(key));
  assert.ok(!app.logged.join('').includes(key));
  const after = await get(app, town.admin, 'listScreens');
  assert.notEqual(after.screens.find((screen) => screen.id === id)?.lastSeenAt, null);
  await display.leave();
});

test('each administrator sees only their own hospital’s screens and door code [ARR-6, ROLE-7]', async () => {
  const { id } = await makeDisplay();
  const { door } = await get(app, town.admin, 'renewDoorCode');
  const theirs = await get(app, town.otherAdmin, 'listScreens');
  assert.ok(!theirs.screens.some((screen) => screen.id === id));
  assert.notEqual(theirs.door?.url, door.url);
  const ours = await get(app, town.admin, 'listScreens');
  assert.equal(ours.door?.url, door.url);
  assert.match(door.url, new RegExp(`/here/${town.hospitalId}\\?code=`, 'u'));
});

test('a hospital has at most a hundred screens, also when many are added at once [ARR-6]', async () => {
  const admin = await makePerson(app, {
    works: { as: 'hospital_admin', hospitalId: town.otherHospitalId },
  });
  await app.owner.query('delete from screen where hospital_id = $1', [town.otherHospitalId]);
  await app.db.pool.query(
    `insert into screen (hospital_id, kind, name, secret_hash, made_at, made_by)
     select $1, 'display', 'Hall ' || n, 'hash ' || n, now(), $2 from generate_series(1, 98) n`,
    [town.otherHospitalId, admin.userId],
  );
  const body = { kind: 'display', name: 'One more' };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => call(app, admin, 'makeScreen', { body })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 2);
  assert.equal(answers.filter(({ status }) => status === 409).length, 3);
});

test('a display can be limited to the doctors of its waiting room, and follows a changed choice [ARR-6]', async () => {
  const made = await get(app, town.admin, 'makeScreen', {
    body: { kind: 'display', name: 'First floor', doctorIds: [town.colleagueId] },
  });
  assert.deepEqual(made.screen.doctorIds, [town.colleagueId]);
  const { id } = made.screen;
  const narrow = await openDisplay(app, new URL(made.url).hash.slice(1));
  const wide = await openDisplay(app, (await makeDisplay()).key);
  const shown = (display: typeof narrow) => display.boards.at(-1)?.doctors.map((one) => one.id);
  await narrow.until(() => shown(narrow)?.length === 1, 'one doctor');
  assert.deepEqual(shown(narrow), [town.colleagueId]);
  await wide.until(() => shown(wide)?.length === 2, 'both doctors');
  const { token } = await addWalkIn();
  await wide.shows(({ next }) => next[0] === token, 'who waits');
  assert.ok(!narrow.raw().includes(token ?? '?'), 'another waiting room does not hear of it');

  const body = { name: 'First floor, left', doctorIds: [town.doctorId] };
  const { screen } = await get(app, town.admin, 'editScreen', { id, body });
  assert.deepEqual([screen.name, screen.doctorIds], ['First floor, left', [town.doctorId]]);
  await narrow.until(() => shown(narrow)?.[0] === town.doctorId, 'the other doctor');
  assert.equal(narrow.boards.at(-1)?.doctors[0]?.next[0], token);
  const all = await get(app, town.admin, 'editScreen', { id, body: { ...body, doctorIds: [] } });
  assert.deepEqual(all.screen.doctorIds, []);
  await narrow.until(() => shown(narrow)?.length === 2, 'all doctors');
  const { screens } = await get(app, town.admin, 'listScreens');
  assert.equal(screens.find((one) => one.id === id)?.name, 'First floor, left');
  await narrow.leave();
  await wide.leave();
});

test('a display can be limited to shared lines of its own hospital, and edited after a line was removed [ARR-6, LINE-2]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Laboratory' });
  await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
  const foreign = await makeLine(app, town.otherAdmin, { name: 'Laboratory' });
  const made = await get(app, town.admin, 'makeScreen', {
    body: { kind: 'display', name: 'Basement', doctorIds: [line.id] },
  });
  const display = await openDisplay(app, new URL(made.url).hash.slice(1));
  await display.until(() => display.boards.length > 0, 'a board');
  const board = display.boards.at(-1);
  assert.deepEqual([board?.lines.map(({ name }) => name), board?.doctors], [['Laboratory'], []]);
  await addTo(app, town.receptionist, line.id);
  const [point] = line.points;
  const { queue } = await get(app, town.receptionist, 'callNext', { id: point?.id ?? '' });
  await display.until(
    () => display.boards.at(-1)?.lines[0]?.points[0]?.serving?.token === queue.token,
    'who is at the counter',
  );
  await get(app, town.receptionist, 'finishAtPoint', {
    id: point?.id ?? '',
    body: { as: 'completed' },
  });
  const { id } = made.screen;
  const body = { name: 'Basement', doctorIds: [foreign.id] };
  assertRefused(await call(app, town.admin, 'editScreen', { id, body }), 'not_found');
  await get(app, town.admin, 'removeLine', { id: line.id });
  const kept = { name: 'Cellar', doctorIds: [line.id] };
  const { screen } = await get(app, town.admin, 'editScreen', { id, body: kept });
  assert.equal(screen.name, 'Cellar');
  await display.leave();
  await clearLines(app);
});

test('a display cannot show another hospital’s doctor, a kiosk cannot be limited to doctors, and a revoked link cannot be edited [ARR-6, ROLE-7]', async () => {
  const name = 'Ground floor';
  const foreign = { name, doctorIds: [town.doctorId, town.otherDoctorId] };
  assertRefused(
    await call(app, town.admin, 'makeScreen', { body: { ...foreign, kind: 'display' } }),
    'not_found',
  );
  const { id } = await makeDisplay();
  assertRefused(await call(app, town.admin, 'editScreen', { id, body: foreign }), 'not_found');
  const own = { name, doctorIds: [town.doctorId, town.doctorId] };
  assertRefused(await call(app, town.otherAdmin, 'editScreen', { id, body: own }), 'not_found');
  const { screen } = await get(app, town.admin, 'editScreen', { id, body: own });
  assert.deepEqual(screen.doctorIds, [town.doctorId]);
  assertRefused(
    await call(app, town.admin, 'makeScreen', { body: { ...own, kind: 'kiosk' } }),
    'invalid_request',
  );
  await get(app, town.admin, 'revokeScreen', { id });
  assertRefused(await call(app, town.admin, 'editScreen', { id, body: own }), 'not_found');
});
