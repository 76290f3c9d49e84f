/**
 * Measures the latency of other HTTP requests while the server creates PDFs, cleans uploaded
 * documents and checks passwords.
 */

import { deflateSync } from 'node:zlib';
import { findReportPatients } from '@baari/contract/visit/report.ts';
import { type Figure, quantile } from '../figures.ts';
import { type Client, expectStatus, openClient } from '../setting/client.ts';
import { lineUp, makeDoctors, makeHospitals, settle } from '../setting/hospitals.ts';
import { employ } from '../setting/people.ts';
import { type Part, pick, type Setting } from './part.ts';

const readersAtOnce = 10;
const letters = 5000;
const signInsAtOnce = 100;
const rounds = 3;
const roundMs = 4000;
/**
 * The pause between two HTTP requests in ms. Requests are sent one at a time, to measure the
 * latency for one user and not the throughput.
 */
const pauseMs = 5;

export const documents: Part = {
  name: 'documents',
  summary: `health and a read while ${readersAtOnce} long reports, bad files or ${signInsAtOnce} sign-ins are asked for`,
  measure,
};

interface Scene {
  readonly setting: Setting;
  readonly watcher: Client;
  readonly hospitalId: string;
  readonly admin: string;
  readonly readers: readonly { readonly token: string; readonly reportId: string }[];
}

async function measure(setting: Setting): Promise<Figure[]> {
  const scene = await makeScene(setting);
  const crowd = openClient(setting.stage.server.port, signInsAtOnce);
  const attacks: readonly (readonly [string, (isOver: () => boolean) => Promise<void>])[] = [
    [
      `${readersAtOnce} reports of ${letters} letters in a word`,
      (isOver) => print(scene, crowd, isOver),
    ],
    ['files that unpack to 400 MB', (isOver) => sendBombs(scene, isOver)],
    [`${signInsAtOnce} sign-ins at once`, (isOver) => signIn(crowd, isOver)],
  ];
  const figures: Figure[] = [];
  for (const [name, attack] of attacks) figures.push(...(await compare(scene, name, attack)));
  crowd.close();
  scene.watcher.close();
  return figures;
}

export async function makeScene(setting: Setting): Promise<Scene> {
  const { stage, client, makePeople } = setting;
  const hospitals = await makeHospitals(stage.pool, 1);
  const hospitalId = pick(hospitals, 0);
  const doctorId = pick(await makeDoctors(stage.pool, hospitals, 1), 0);
  const patients = await makePeople(readersAtOnce);
  await lineUp(stage.pool, { hospitalId, doctorId }, patients);
  const admin = pick(await makePeople(1), 0);
  await employ(stage.pool, [admin], hospitalId, 'hospital_admin');
  await settle(stage.superuser);
  const found = await client.call('POST', '/hospital/reports/patients/find', admin.token, {});
  const known = findReportPatients.reply.parse(JSON.parse(expectStatus(found, 200).body));
  const ids: string[] = [];
  for (const { id: patientId } of known.patients) {
    const given = { patientId, doctorId, type: 'consultation', title: 'Long' };
    const body = { ...given, summary: 'क'.repeat(letters) };
    const written = await client.call('POST', '/hospital/reports', admin.token, body);
    ids.push(idIn(expectStatus(written, 201).body));
  }
  const readers: { token: string; reportId: string }[] = [];
  for (const { token } of patients) {
    const own = await client.call('GET', '/reports', token);
    readers.push({ token, reportId: idIn(expectStatus(own, 200).body) });
  }
  const watcher = openClient(stage.server.port, 1);
  return { setting, watcher, hospitalId, admin: admin.token, readers };
}

/** The id of the first medical report in the JSON text of an API response. */
function idIn(body: string): string {
  const id = /"id":"(?<id>[\da-f-]{36})"/u.exec(body)?.groups?.['id'];
  if (id === undefined) throw new Error(`There is no report in ${body}`);
  return id;
}

export async function print(
  { readers }: Scene,
  crowd: Client,
  isOver: () => boolean,
): Promise<void> {
  await Promise.all(
    readers.map(async ({ token, reportId }) => {
      while (!isOver())
        expectStatus(await crowd.call('GET', `/reports/${reportId}/pdf`, token), 200);
    }),
  );
}

/**
 * Uploads files that decompress to 400 MB. The server refuses them and stores nothing, so any
 * number of files can be sent to the same report.
 */
async function sendBombs({ setting, admin, readers }: Scene, isOver: () => boolean): Promise<void> {
  const packed = deflateSync(Buffer.alloc(400 * 1024 * 1024), { level: 1 });
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 9 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  const body = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')]);
  const { port } = setting.stage.server;
  const url = `http://127.0.0.1:${port}/api/hospital/reports/${pick(readers, 0).reportId}/file`;
  const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/pdf' };
  while (!isOver()) {
    const answer = await fetch(url, { method: 'PUT', headers, body });
    if (answer.status !== 422) throw new Error(`${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

/**
 * Signs in to unknown accounts. The server hashes the password nevertheless, so that its response
 * time does not reveal which accounts exist.
 */
async function signIn(crowd: Client, isOver: () => boolean): Promise<void> {
  await Promise.all(
    Array.from({ length: signInsAtOnce }, async (_, index) => {
      for (let turn = 0; !isOver(); turn += 1) {
        const body = { email: `nobody${index}.${turn}@example.org`, password: 'not this one' };
        const { status } = await crowd.call('POST', '/identity/sign-in/email', undefined, body);
        // The server refuses because the account is unknown, or because it is busy.
        if (![401, 429, 503].includes(status)) throw new Error(`A sign-in was answered ${status}.`);
      }
    }),
  );
}

async function compare(
  scene: Scene,
  name: string,
  attack: (isOver: () => boolean) => Promise<void>,
): Promise<Figure[]> {
  const quiet: Times = { health: [], read: [], shed: 0 };
  const busy: Times = { health: [], read: [], shed: 0 };
  for (let round = 0; round < rounds; round += 1) {
    await watch(scene, quiet);
    let isOver = false;
    const going = attack(() => isOver);
    // If the simulated attack on the server fails, its error ends the round. If the attack ends
    // early, the measurement still finishes.
    await Promise.race([watch(scene, busy), going.then(() => watch(scene, busy))]);
    isOver = true;
    await going;
  }
  return [
    figure(`health, half of the calls: ${name}`, busy.health, quiet.health, 0.5, ''),
    figure(`health, 99 of 100: ${name}`, busy.health, quiet.health, 0.99, 'under 50 ms'),
    {
      name: `calls refused as busy: ${name}`,
      unit: '',
      value: busy.shed,
      reference: undefined,
      against: `${quiet.shed} in quiet`,
      aim: 'none',
    },
    figure(`the hospital's page, 99 of 100: ${name}`, busy.read, quiet.read, 0.99, 'at most 3'),
  ];
}

interface Times {
  readonly health: number[];
  readonly read: number[];
  /**
   * The number of HTTP requests that the server answered with 503, as an overloaded server does.
   */
  shed: number;
}

/**
 * Measures the latency of HTTP requests that are sent one after the other during one round, in
 * milliseconds.
 */
async function watch({ watcher, hospitalId }: Scene, times: Times): Promise<void> {
  const end = performance.now() + roundMs;
  while (performance.now() < end) {
    times.health.push(await timed(watcher, '/health', times));
    times.read.push(await timed(watcher, `/hospitals/${hospitalId}`, times));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function timed(client: Client, path: string, times: Times): Promise<number> {
  const start = performance.now();
  const answer = await client.call('GET', path);
  if (answer.status === 503) times.shed += 1;
  else expectStatus(answer, 200);
  return performance.now() - start;
}

function figure(
  name: string,
  busy: readonly number[],
  quiet: readonly number[],
  share: number,
  aim: string,
): Figure {
  return {
    name,
    unit: 'ms',
    value: quantile(busy, share),
    reference: quantile(quiet, share),
    against: 'the same calls with nothing else going on',
    aim,
  };
}
