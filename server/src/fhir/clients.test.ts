/** Tests that clients of other makers, with their own reading of FHIR and SMART, work with the server. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { MedplumClient } from '@medplum/core';
import { Client } from 'fhir-kit-client';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { publicUrl } from '../testing/identity-app.ts';
import { liveFhirDay } from '../testing/stand-ins/fhir-day.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { alwaysOpen } from '../testing/test-bodies.ts';
import { makeTown, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let day: Awaited<ReturnType<typeof liveFhirDay>>;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  await app.db.run(sql`
    update hospital set operating_hours = ${JSON.stringify(alwaysOpen)}::jsonb`);
  await app.db.run(sql`update doctor set status = 'Available', room = '12'`);
  day = await liveFhirDay(app, town);
});
after(() => app.close());

/** The test's server listens at another address than its public one. */
function reached(url: string): string {
  return url.replace(publicUrl, app.origin());
}

const bundle = z.looseObject({
  resourceType: z.literal('Bundle'),
  entry: z.array(z.object({ resource: z.looseObject({ id: z.string() }) })).default([]),
});
/** The types of Medplum's resources are in a package that is not installed. */
const resource = z.looseObject({ id: z.string(), status: z.string() });
type Page = Parameters<Client['nextPage']>[0]['bundle'];

/** The ids on all pages that the client follows. */
async function idsOnPages(client: Client, first: unknown): Promise<string[]> {
  const ids: string[] = [];
  for (let page = first; page !== undefined; ) {
    const text = reached(JSON.stringify(page)).replaceAll(publicUrl, app.origin());
    ids.push(...bundle.parse(JSON.parse(text)).entry.map((entry) => entry.resource.id));
    page = await client.nextPage({ bundle: JSON.parse(text) as Page });
  }
  return ids;
}

test('fhir-kit-client finds the token endpoint, gets a token with a key pair, and reads and pages through a day [API-44, API-36]', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES384', { extractable: true });
  const publicKeys = JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'one' });
  const { apiKey } = await get(app, town.admin, 'makeApiKey', {
    body: { name: 'HIS', scopes: ['queue:read', 'appointments:read', 'lines:read'] },
  });
  const set = await get(app, town.admin, 'setKeyClient', { id: apiKey.id, body: { publicKeys } });
  const id = set.apiKey.client?.id ?? '';
  const client = new Client({ baseUrl: `${app.origin()}/fhir/R4` });
  const { tokenUrl } = await client.smartAuthMetadata();
  assert.ok(tokenUrl);
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const assertion = await new SignJWT({ iss: id, sub: id, jti: randomUUID(), exp: now + 240 })
    .setProtectedHeader({ alg: 'ES384', kid: 'one' })
    .setAudience(tokenUrl.href)
    .sign(privateKey);
  const answer = await fetch(reached(tokenUrl.href), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'system/Encounter.rs system/Appointment.rs system/Location.rs',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }),
  });
  const token = z.object({ access_token: z.string() }).parse(await answer.json());
  client.bearerToken = token.access_token;
  const read = await client.read({ resourceType: 'Encounter', id: day.inside });
  assert.equal(read['id'], day.inside);
  const search = (resourceType: string, searchParams: Record<string, string | number>) =>
    client.search({ resourceType, searchParams });
  const encounters = await idsOnPages(client, await search('Encounter', { _count: 2 }));
  assert.equal(encounters.length, 5);
  assert.equal(new Set(encounters).size, 5);
  const planned = await client.search({
    resourceType: 'Encounter',
    searchParams: { status: 'planned' },
    options: { postSearch: true },
  });
  assert.deepEqual(await idsOnPages(client, planned), [day.home]);
  assert.equal((await idsOnPages(client, await search('Appointment', { _count: 1 }))).length, 3);
  await assert.rejects(client.read({ resourceType: 'Practitioner', id: town.doctorId }), /403/u);
  const statement = await client.capabilityStatement();
  assert.equal(statement.resourceType, 'CapabilityStatement');
});

test('MedplumClient reads, searches and pages with an API key, and understands a refusal [API-44]', async () => {
  const { key } = await get(app, town.admin, 'makeApiKey', {
    body: { name: 'HIS', scopes: ['queue:read', 'lines:read'] },
  });
  const client = new MedplumClient({
    baseUrl: `${app.origin()}/`,
    fhirUrlPath: 'fhir/R4/',
    accessToken: key,
    cacheTime: 0,
    autoBatchTime: 0,
    fetch: (url: string, options: RequestInit) => fetch(reached(url), options),
  });
  const encounter: unknown = await client.readResource('Encounter', day.inside);
  assert.equal(resource.parse(encounter).status, 'in-progress');
  const found: string[] = [];
  const pages: AsyncIterable<unknown> = client.searchResourcePages('Encounter', { _count: '2' });
  for await (const page of pages)
    found.push(
      ...resource
        .array()
        .parse(page)
        .map(({ id }) => id),
    );
  assert.equal(new Set(found).size, 5);
  const one: unknown = await client.searchOne('Encounter', { status: 'planned' });
  assert.equal(resource.parse(one).id, day.home);
  await assert.rejects(client.readResource('Patient', town.doctorId), /scope|right|allow/iu);
  const missing = client.readResource('Encounter', randomUUID());
  await assert.rejects(missing, (error) => JSON.stringify(error).includes('not-found'));
});
