/**
 * Tests that a newer version can add columns while this version serves requests, and no caller
 * notices [KEEP-7].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type EndpointName, endpoints } from '@baari/contract/endpoints.ts';
import type { Endpoint } from '@baari/contract/endpoint.ts';
import { call, makeTestApp, readReply, type TestApp } from '../../testing/test-app.ts';
import {
  makePatients,
  makeTown,
  signIn,
  type TestPerson,
  type Town,
} from '../../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patients = await makePatients(app, 4);
});
after(() => app.close());

/**
 * Calls every endpoint that reads, as several callers and with every kind of id. Adds server errors
 * to `failed`; returns the number of valid responses.
 */
async function readEverything(failed: string[]): Promise<number> {
  const ids = [town.hospitalId, town.doctorId, patients[0]?.userId ?? '', undefined];
  let answered = 0;
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method, download }: Endpoint = endpoints[name];
    if (method !== 'GET') continue;
    for (const who of [undefined, patients[0], town.doctor, town.admin]) {
      for (const id of ids) {
        const answer = await call(app, who, name, id === undefined ? {} : { id });
        if (answer.status >= 500) failed.push(`${name}: ${answer.text}`);
        if (answer.status !== 200 || download !== undefined) continue;
        readReply(name, answer);
        answered += 1;
      }
    }
  }
  return answered;
}

test('columns added to every table under load change no answer and fail no call [KEEP-7] @long', async () => {
  const failed: string[] = [];
  let isOn = true;
  let completed = 0;
  function note(what: string, { status, text }: { status: number; text: string }): void {
    if (status >= 500) failed.push(`${what}: ${status} ${text}`);
  }
  async function visit(patient: TestPerson): Promise<void> {
    while (isOn) {
      const asked = await call(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
      note('requestPlace', asked);
      if (asked.status !== 201) continue;
      const { queue } = readReply('requestPlace', asked);
      const steps = [
        ['approveRequest', town.receptionist],
        ['startConsultation', town.doctor],
        // The server refuses this call if the consultation has started. Otherwise the patient
        // leaves the queue, and the next call is refused.
        ['leaveQueue', patient],
        ['completeConsultation', town.doctor],
      ] as const;
      for (const [action, who] of steps) {
        const answer = await call(app, who, action, { id: queue.id });
        note(action, answer);
        if (action === 'completeConsultation' && answer.status === 200) completed += 1;
      }
    }
  }
  async function signInAgain(): Promise<void> {
    while (isOn) await signIn(app, town.admin.email);
  }
  const answered = await readEverything(failed);
  const visits = patients.slice(1).map(visit);
  const signIns = signInAgain();
  const { rows: tables } = await app.owner.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'identity') and c.relkind = 'r'`);
  for (const { name } of tables) {
    await app.owner.query(`alter table ${name} add column of_tomorrow text not null default 'x'`);
  }
  assert.equal(await readEverything(failed), answered);
  isOn = false;
  await Promise.all([...visits, signIns]);
  assert.ok(tables.length > 30 && answered > 60, `${answered} answers`);
  assert.ok(completed > 0, 'no patient was seen during the test');
  assert.deepEqual(failed, []);
});
