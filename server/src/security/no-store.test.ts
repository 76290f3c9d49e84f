/**
 * Tests that no browser or proxy may cache personal data. matrix.test.ts checks every endpoint of
 * the contract; this file checks the other routes.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { streamPath } from '@baari/contract/events.ts';
import { identityCalls } from '@baari/contract/account/identity.ts';
import { boardStreamPath } from '@baari/contract/hospital/screen.ts';
import { call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let person: TestPerson;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  person = await makePerson(app);
});
after(() => app.close());

/** The headers of a response whose body may never end. */
async function headersOf(path: string, token: string | undefined): Promise<Headers> {
  const leaving = new AbortController();
  const answer = await fetch(`${app.origin()}${path}`, {
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    signal: leaving.signal,
  });
  leaving.abort();
  return answer.headers;
}

function assertKeptNowhere(headers: Headers, what: string): void {
  const directives = headers.get('cache-control')?.split(', ') ?? [];
  assert.ok(directives.includes('no-store'), `${what}: ${directives.join(', ')}`);
}

test('the live stream is never cached for any reader, even when it is refused [SEC-12]', async () => {
  for (const who of [person, town.receptionist, town.doctor, town.admin, { token: 'forged' }]) {
    assertKeptNowhere(await headersOf(`/api${streamPath}`, who.token), 'the live stream');
  }
});

test('a waiting-room display’s live stream and the answer to a wrong display link are never cached [SEC-12]', async () => {
  const { url } = await get(app, town.admin, 'makeScreen', {
    body: { kind: 'display', name: 'Hall' },
  });
  for (const key of [new URL(url).hash.slice(1), 'wrong', undefined]) {
    assertKeptNowhere(await headersOf(`/api${boardStreamPath}`, key), 'a board');
  }
});

test('a ticket’s page is never cached, whether the ticket is found or not [SEC-12, ARR-4]', async () => {
  const { queue } = await get(app, person, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id, body: {} });
  const { ticket } = await get(app, town.admin, 'makeTicket', { id: queue.id });
  for (const path of [new URL(ticket.url).pathname, `/t/${'x'.repeat(43)}`]) {
    const answer = await app.send({ method: 'GET', url: path });
    assertKeptNowhere(answer.headers, path);
  }
});

test('a relative’s page is never cached, whether its link is active or not [SEC-12, ARR-7]', async () => {
  const { queue } = await get(app, town.receptionist, 'addWalkIn', {
    body: { doctorId: town.doctorId, name: 'Kamla Devi', urgency: 'medium' },
  });
  const { url } = await get(app, town.admin, 'sharePlace', { id: queue.id });
  for (const path of [new URL(url).pathname, `/s/${'x'.repeat(43)}`]) {
    const answer = await app.send({ method: 'GET', url: path });
    assertKeptNowhere(answer.headers, path);
  }
});

test('a calendar feed is never cached, whether its address works or not [SEC-12, API-32]', async () => {
  const { url } = await get(app, town.admin, 'makeCalendarFeed', {
    body: { content: 'hospital' },
  });
  for (const path of [new URL(url).pathname, `/feeds/a.${'x'.repeat(32)}.ics`]) {
    const answer = await app.send({ method: 'GET', url: path });
    assertKeptNowhere(answer.headers, path);
  }
});

test('no API answer to signing in, signing up or signing out is cached [SEC-12]', async () => {
  for (const { method, path } of Object.values(identityCalls)) {
    for (const token of [undefined, person.session]) {
      const answer = await app.send({
        method,
        url: `/api/identity${path}`,
        token,
        ...(method === 'GET' ? {} : { body: {} }),
      });
      assertKeptNowhere(answer.headers, `${method} ${path} ${answer.status}`);
    }
  }
});

test('neither refusals nor server errors are cached [SEC-12]', async () => {
  const { token } = town.admin;
  const asked = [
    { method: 'GET', url: '/api/nothing' },
    { method: 'DELETE', url: '/api/hospitals' },
    { method: 'GET', url: '/api/hospitals/%00' },
    { method: 'GET', url: '/api/hospitals?page=x' },
    { method: 'POST', url: '/api/queues/request', body: '{' },
    { method: 'HEAD', url: '/api/queues/own' },
    { method: 'GET', url: '/dev/outbox' },
  ];
  for (const request of asked) {
    const answer = await app.send({ ...request, token });
    assertKeptNowhere(answer.headers, `${request.method} ${request.url} ${answer.status}`);
  }
  const patient = await makePerson(app);
  await app.owner.query('alter table queue_entry rename to planted');
  const failed = await call(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  await app.owner.query('alter table planted rename to queue_entry');
  assert.equal(failed.status, 500);
  assertKeptNowhere(failed.headers, 'a failure');
});
