/** Tests of what a hospital's system does by key besides the doctor's line: visits of several stops, counters, notes, today's patients. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EndpointName } from '@baari/contract/endpoints.ts';
import type { Scope } from '@baari/contract/keys/scopes.ts';
import sql from 'sql-template-tag';
import { z } from 'zod';
import {
  assertRefused,
  type CallParts,
  call,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import { makeTown, type Town } from '../testing/test-people.ts';
import { addTo, makeLine } from '../testing/test-stops.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

type ByKey = (name: EndpointName, parts?: CallParts) => Promise<TestAnswer>;

/** Calls with a new key of the town's hospital, named "HIS bridge". */
async function makeKey(...scopes: Scope[]): Promise<ByKey> {
  const body = { name: 'HIS bridge', scopes };
  const { key: token } = await get(app, town.admin, 'makeApiKey', { body });
  return (name, parts = {}) => call(app, { token }, name, { ...parts, isByKey: true });
}

const problem = z.object({ details: z.string() });
const entryAnswer = z.object({ queue: z.looseObject({ id: z.string(), status: z.string() }) });

/** The entry in an answer that was not refused. */
function entryOf(answer: TestAnswer) {
  assert.equal(answer.status, 200, answer.text);
  return entryAnswer.parse(answer.body).queue;
}

test("a hospital's system sends a patient from a counter on to the next line with a hand-off note, undoes it, and plans the stops behind; staff read that the key did it [API-28, LINE-3, LINE-4, SEC-13]", async () => {
  const byKey = await makeKey('queue:read', 'queue:act');
  const [desk, laboratory, pharmacy] = [
    await makeLine(app, town.admin, { name: 'Registration', kind: 'registration' }),
    await makeLine(app, town.admin, { name: 'Blood tests' }),
    await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' }),
  ];
  const { id, patient } = await addTo(app, town.receptionist, desk.id);
  await byKey('callNext', { id: desk.points[0]?.id ?? '' });
  const next = await byKey('listNextStops', { id });
  assert.ok(next.text.includes(laboratory.id) && next.text.includes(pharmacy.id), next.text);
  const body = { lineId: laboratory.id, handOff: { lines: [{ asks: 'Blood count' }] } };
  const first = entryOf(await byKey('sendOn', { id, body }));
  assertRefused(await byKey('sendOn', { id: first.id, body }), 'already_there');
  const undone = entryOf(await byKey('undoSendOn', { id: first.id }));
  assert.deepEqual([undone.id, undone.status], [id, 'in_progress']);
  const sent = entryOf(await byKey('sendOn', { id, body }));
  const plan = { lineIds: [pharmacy.id] };
  assert.equal((await byKey('planStops', { id: sent.id, body: plan })).status, 200);
  const journey = await byKey('getJourney', { id: sent.id });
  assert.deepEqual(
    (await get(app, town.admin, 'getJourney', { id: sent.id })).journey.stops.map(
      ({ name, status }) => [name, status],
    ),
    [
      ['Registration', 'completed'],
      ['Blood tests', 'waiting'],
      ['Pharmacy', null],
    ],
  );
  assert.ok(journey.text.includes('"Pharmacy"'), journey.text);
  assert.ok(!journey.text.includes(patient.name), 'a visit names no patient');
  const { handOffs } = await get(app, town.receptionist, 'listHandOffs', { id: sent.id });
  assert.deepEqual(
    handOffs.map(({ by, struck }) => [by, struck?.by]),
    [
      ['HIS bridge', undefined],
      ['HIS bridge', 'HIS bridge'],
    ],
  );
  for (const action of ['send on', 'take sending on back', 'plan stops', 'read journey'] as const) {
    const { entries } = await get(app, town.admin, 'listAudit', { query: { action } });
    assert.ok(entries.some(({ person, role }) => person.name === 'HIS bridge' && role === 'key'));
  }
});

test('a repeated sending on with the same Idempotency-Key makes one stop [API-28, INV-7]', async () => {
  const byKey = await makeKey('queue:read', 'queue:act');
  const [from, to] = [
    await makeLine(app, town.admin, { name: 'Vital signs', kind: 'vitals' }),
    await makeLine(app, town.admin, { name: 'X-ray', kind: 'imaging' }),
  ];
  const { id } = await addTo(app, town.receptionist, from.id);
  const headers = { 'idempotency-key': 'on-4711' };
  const parts = { id, body: { lineId: to.id }, headers };
  const first = await byKey('sendOn', parts);
  assert.equal(first.status, 200, first.text);
  assert.equal((await byKey('sendOn', parts)).text, first.text);
  const { journey } = await get(app, town.admin, 'getJourney', { id });
  assert.deepEqual(
    journey.stops.map(({ name }) => name),
    ['X-ray'],
  );
});

test("a hospital's system opens, pauses and closes a counter, and staff read the key's name there [API-28, LINE-2]", async () => {
  const byKey = await makeKey('queue:act');
  const line = await makeLine(app, town.admin, { name: 'Billing', kind: 'billing' });
  const id = line.points[0]?.id ?? '';
  for (const state of ['closed', 'open', 'paused'] as const) {
    const changed = await byKey('setPointState', { id, body: { state } });
    assert.equal(changed.status, 200, changed.text);
    assert.ok(!changed.text.includes('"by"'), 'a key reads no names of staff');
    const { lines } = await get(app, town.admin, 'listLines', {});
    const point = lines.find((each) => each.id === line.id)?.points[0];
    assert.deepEqual([point?.state, point?.by?.name], [state, 'HIS bridge']);
  }
  assertRefused(
    await byKey('setPointState', { id, body: { state: 'paused' } }),
    'point_already_so',
  );
});

test("a hospital's system writes the desk's note on an entry; staff read it, and no key does [API-28, SEC-18]", async () => {
  const byKey = await makeKey('queue:read', 'queue:act', 'patients:read');
  const line = await makeLine(app, town.admin, { name: 'Desk notes' });
  const { id } = await addTo(app, town.receptionist, line.id);
  const written = await byKey('noteEntry', { id, body: { notes: 'Bring the X-ray.' } });
  assert.equal(written.status, 200, written.text);
  assert.ok(!written.text.includes('Bring the X-ray.'));
  const { queue } = await get(app, town.receptionist, 'getEntry', { id });
  assert.ok('lastChange' in queue);
  assert.deepEqual([queue.notes, queue.lastChange?.by?.name], ['Bring the X-ray.', 'HIS bridge']);
});

test("only a key with patients:read searches today's patients by name, phone or token, and the trail names whom it read [API-28, DESK-2, SEC-13, SEC-18]", async () => {
  const line = await makeLine(app, town.admin, { name: 'Search' });
  const { id, patient, token } = await addTo(app, town.receptionist, line.id);
  const parts = { id: town.hospitalId, body: { search: token ?? '', open: true } };
  const without = await makeKey('queue:read', 'queue:act', 'lines:read');
  assertRefused(await without('listVisitsOfDay', parts), 'not_in_scope');
  const byKey = await makeKey('patients:read');
  for (const search of [token ?? '', patient.name]) {
    const found = await byKey('listVisitsOfDay', { ...parts, body: { search, open: true } });
    assert.ok(found.text.includes(id) && found.text.includes(patient.name), found.text);
    assert.ok(!found.text.includes('"notes"') && !found.text.includes('"symptoms"'));
  }
  const { entries } = await get(app, town.admin, 'listAudit', {
    query: { action: "read today's visits" },
  });
  assert.ok(entries[0]?.patients.some((each) => each.id === patient.id));
  assert.equal(entries[0]?.person.name, 'HIS bridge');
});

test('the details of a refusal tell an engineer what is wrong with a key, and the answer links to the page of help [API-28, ERR-1]', async () => {
  const body = { name: 'HIS bridge', scopes: ['queue:read'] };
  const made = () => get(app, town.admin, 'makeApiKey', { body });
  const [working, revoked, expired, others] = [
    await made(),
    await made(),
    await made(),
    await get(app, town.otherAdmin, 'makeApiKey', { body }),
  ];
  await get(app, town.admin, 'revokeApiKey', { id: revoked.apiKey.id });
  await app.db.run(sql`
    update api_key set expires_at = ${app.clock.now()} where id = ${expired.apiKey.id}`);
  const id = town.hospitalId;
  const ask = (token: string | undefined, name: EndpointName, parts: CallParts = { id }) =>
    call(app, token === undefined ? undefined : { token }, name, { ...parts, isByKey: true });
  const cases = [
    [await ask(undefined, 'getDayCounts'), 'key_not_valid', /has no key/u],
    [await ask(`${working.key.slice(0, -1)}_`, 'getDayCounts'), 'key_not_valid', /checksum/u],
    [await ask(revoked.key, 'getDayCounts'), 'key_not_valid', /revoked at 20\d\d-/u],
    [await ask(expired.key, 'getDayCounts'), 'key_expired', /expired at 20\d\d-/u],
    [await ask(working.key, 'listLines', {}), 'not_in_scope', /^lines:read$/u],
    [await ask(others.key, 'getDayCounts'), 'not_found', /hospital of this API key/u],
  ] as const;
  for (const [answer, code, details] of cases) {
    assertRefused(answer, code);
    assert.match(problem.parse(answer.body).details, details);
    const help = code === 'not_found' ? null : `</help?refusal=${code}>; rel="help"`;
    assert.equal(answer.headers.get('link'), help);
  }
  const page = await app.send({ method: 'GET', url: '/help?refusal=not_in_scope' });
  assert.match(page.headers.get('location') ?? '', /connect-a-system/u);
});
