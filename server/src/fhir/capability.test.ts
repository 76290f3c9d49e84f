/** Tests that the CapabilityStatement is true: what it declares works, and nothing else does. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { get, makeTestApp, type TestAnswer, type TestApp } from '../testing/test-app.ts';
import { makeTown } from '../testing/test-people.ts';

let app: TestApp;
let token: string;
before(async () => {
  app = await makeTestApp();
  const town = await makeTown(app);
  const scopes = [
    'queue:read',
    'appointments:read',
    'lines:read',
    'patients:read',
    'reports:read',
    'events:read',
  ];
  ({ key: token } = await get(app, town.admin, 'makeApiKey', { body: { name: 'HIS', scopes } }));
});
after(() => app.close());

const statement = z.object({
  rest: z.array(
    z.object({
      resource: z.array(
        z.object({
          type: z.string(),
          interaction: z.array(z.object({ code: z.string() })),
          operation: z.array(z.object({ name: z.string() })).default([]),
          searchParam: z.array(z.object({ name: z.string(), type: z.string() })).default([]),
        }),
      ),
    }),
  ),
});

async function declared() {
  const { text } = await app.send({ method: 'GET', url: '/fhir/R4/metadata' });
  return statement.parse(JSON.parse(text)).rest[0]?.resource ?? [];
}

/** Sends a call; each refusal must be an OperationOutcome. */
async function asOutcome(method: string, path: string): Promise<TestAnswer> {
  const url = `/fhir/R4/${path}`;
  const headers = { prefer: 'handling=strict' };
  const answer = await app.send({ method, url, token, headers });
  if (answer.status >= 400) {
    assert.match(answer.text, /^\{"resourceType":"OperationOutcome"/u, `${method} ${path}`);
  }
  return answer;
}

async function statusOf(method: string, path: string): Promise<number> {
  return (await asOutcome(method, path)).status;
}

const examples: Readonly<Record<string, string>> = {
  token: 'x',
  date: 'ge2026-11-30',
  reference: '6f1c2f0e-1111-4222-8333-444455556666',
};
/** What some searches need besides. */
const besides: Readonly<Record<string, string>> = {
  Slot: '_count=1&_id=x',
  Patient: '_count=1&_id=x',
  // It has no pages.
  Subscription: '',
};

test('each declared interaction, operation and search parameter works, and what is not declared is refused [API-34]', async () => {
  for (const { type, interaction, operation, searchParam } of await declared()) {
    const codes = new Set(interaction.map(({ code }) => code));
    const may = (code: string, status: number) => (codes.has(code) ? status : 405);
    // What is done with a resource that does not exist is 404; StructureDefinitions exist.
    assert.equal(await statusOf('GET', `${type}/6f1c2f0e-1111-4222-8333-444455556666`), 404, type);
    assert.ok(codes.has('read'));
    const isSearched = codes.has('search-type');
    const search = `${type}?${besides[type] ?? '_count=1'}`;
    assert.equal(await statusOf('GET', search), isSearched ? 200 : 404, search);
    for (const { name, type: kind } of searchParam) {
      const path = `${search}&${name}=${examples[kind] ?? ''}`;
      assert.equal(await statusOf('GET', path), 200, path);
    }
    const known = new Set(searchParam.map(({ name }) => name));
    const others = ['_sort', '_include', '_summary', 'name', 'patient', 'status', 'date', 'actor'];
    for (const name of others.filter((each) => isSearched && !known.has(each))) {
      assert.equal(await statusOf('GET', `${search}&${name}=x`), 400, `${type}?${name}`);
    }
    for (const method of ['PUT', 'PATCH']) {
      assert.equal(await statusOf(method, `${type}/x`), 405, `${method} ${type}`);
    }
    assert.equal(await statusOf('DELETE', `${type}/x`), may('delete', 404), `DELETE ${type}`);
    const made = isSearched ? may('create', 422) : 404;
    assert.equal(await statusOf('POST', type), made, `POST ${type}`);
    assert.equal(await statusOf('GET', `${type}/x/_history`), 404);
    assert.equal(await statusOf('GET', `${type}/x/_history/1`), 404);
    const names = new Set(operation.map(({ name }) => name));
    for (const name of ['status', 'events', 'everything', 'meta', 'validate']) {
      const path = `${type}/6f1c2f0e-1111-4222-8333-444455556666/$${name}`;
      const answer = await asOutcome('GET', path);
      assert.equal(answer.status, 404, path);
      // An operation that is declared looks for the resource; another one has no address.
      assert.equal((await asOutcome('POST', path)).status, 404);
      assert.equal((await asOutcome('PUT', path)).status, names.has(name) ? 405 : 404, path);
    }
  }
});

test('types that the statement does not declare are not found [API-34]', async () => {
  const known = new Set((await declared()).map(({ type }) => type));
  for (const type of ['Observation', 'Task', 'Binary', 'Basic']) {
    assert.ok(!known.has(type));
    assert.equal(await statusOf('GET', `${type}/x`), 404, type);
    assert.equal(await statusOf('GET', type), 404, type);
  }
  assert.equal(await statusOf('GET', '_history'), 404);
  assert.equal(await statusOf('POST', ''), 404);
});
