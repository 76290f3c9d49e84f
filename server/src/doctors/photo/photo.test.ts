import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';
import { chunk, pngOf } from '../../testing/test-pictures.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

function send(by: TestPerson, bytes: Buffer, type = 'image/png') {
  const headers = { 'content-type': type };
  return call(app, by, 'setDoctorPhoto', { id: town.doctorId, headers, body: bytes });
}

async function imageOf(): Promise<string | null> {
  return (await get(app, undefined, 'getDoctor', { id: town.doctorId })).doctor.image;
}

/** Requests the photo without a token, as a browser does for an `img`. */
function read(url: string | null) {
  assert.ok(url !== null);
  return app.app.http.inject({ url });
}

test('a doctor’s photo is public and cacheable for ever, and its file contains no location and no hidden script [ENT-4, DOC-4]', async () => {
  const where = chunk('tEXt', Buffer.from('GPS 18.52N 73.85E'));
  const tail = Buffer.from('PK a page: <script>alert(1)</script>');
  const sent = await send(town.doctor, Buffer.concat([pngOf(4, 4, [where]), tail]));
  assert.equal(sent.status, 200, sent.text);
  const image = await imageOf();
  assert.match(image ?? '', /^\/api\/photos\/[0-9a-f-]{36}$/u);
  const answer = await read(image);
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(answer.rawPayload, pngOf(4, 4));
  const { headers } = answer;
  assert.equal(headers['content-type'], 'image/png');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox");
  assert.equal(headers['content-disposition'], 'inline');
});

test('a new photo has a new address, and replaced or removed photos can no longer be read [ENT-4, ADM-2]', async () => {
  const old = await imageOf();
  assert.equal((await send(town.admin, pngOf(5, 5))).status, 200);
  const image = await imageOf();
  assert.notEqual(image, old);
  assert.equal((await read(old)).statusCode, 404);
  const colleagues = await get(app, town.receptionist, 'listColleagues');
  assert.equal(colleagues.doctors.find(({ id }) => id === town.doctorId)?.image, image);
  await get(app, town.doctor, 'removeDoctorPhoto', { id: town.doctorId });
  assert.equal(await imageOf(), null);
  const gone = await read(image);
  assert.deepEqual([gone.statusCode, gone.headers['cache-control']], [404, 'no-store']);
});

test('a file that is no photo or too large is refused, and the present photo stays [ENT-4]', async () => {
  await send(town.doctor, pngOf(6, 6));
  const image = await imageOf();
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  const wrong = [
    [svg, 'image/svg+xml', 'file_type_refused'],
    [svg, 'image/png', 'file_type_refused'],
    [pngOf(4, 4), 'image/jpeg', 'file_type_refused'],
    [pngOf(0, 4), 'image/png', 'file_type_refused'],
    [pngOf(1025, 4), 'image/png', 'photo_too_large'],
    [pngOf(4, 1025), 'image/png', 'photo_too_large'],
    [pngOf(4, 4, [chunk('tEXt', Buffer.alloc(512 * 1024))]), 'image/png', 'photo_too_large'],
  ] as const;
  for (const [bytes, type, code] of wrong)
    assertRefused(await send(town.doctor, bytes, type), code);
  assert.equal(await imageOf(), image);
});

test('a doctor can change only their own photo, and an administrator can change any photo of the hospital [ENT-4, ROLE-3]', async () => {
  for (const by of [town.receptionist, town.colleague]) {
    assertRefused(await send(by, pngOf(4, 4)), 'forbidden');
  }
  assertRefused(await send(town.otherAdmin, pngOf(4, 4)), 'not_found');
  assert.equal((await send(town.admin, pngOf(7, 7))).status, 200);
});

test('the photo of a deactivated doctor is deleted [ENT-4, ADM-2]', async () => {
  const image = await imageOf();
  await get(app, town.admin, 'deactivateDoctor', { id: town.doctorId, body: {} });
  assert.equal((await read(image)).statusCode, 404);
  assertRefused(await send(town.admin, pngOf(4, 4)), 'doctor_deactivated');
});
