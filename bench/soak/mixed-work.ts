/**
 * The other load of a server while a hospital works: printed reports, uploaded files, sign-ins,
 * searches, long lists, statistics, exports, and event streams of patients who only follow their
 * queue.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpAnswer, type Client, expectStatus } from '../setting/client.ts';
import type { Person } from '../setting/people.ts';
import type { CallTimes } from './call-times.ts';

export interface Mix {
  readonly client: Client;
  readonly times: CallTimes;
  readonly port: number;
  /** The hospital of the administrator who sends requests; the hospital has years of visits. */
  readonly hospitalId: string;
  readonly admin: Person;
  readonly doctorId: string;
  /** Patients of the administrator's hospital, who print their reports. */
  readonly readers: readonly Person[];
  /** Patients who have the page with their place in the queue open. */
  readonly watchers: readonly Person[];
  readonly isOn: () => boolean;
  readonly turnedAway: () => void;
}

/** The size of an uploaded scan in bytes, as large as scans made with a phone. */
const fileBytes = 4 * 1024 * 1024;
const letters = 1500;

/** Creates the mixed load until `isOn` returns false. Rejects when the server refuses a request. */
export async function mixIn(mix: Mix): Promise<void> {
  const { hospitalId, admin } = mix;
  const reports = await writeReports(mix);
  const every = (pauseMs: number, ask: (turn: number) => Promise<unknown>) =>
    repeat(mix, pauseMs, ask);
  await Promise.all([
    every(1000, async (turn) => {
      const { person, id } = reports[turn % reports.length] ?? reports.at(0) ?? missing();
      await read(mix, 'print a report', `/reports/${id}/pdf`, person);
    }),
    every(3000, () => upload(mix, reports)),
    every(500, (turn) => signIn(mix, turn)),
    every(150, (turn) => read(mix, 'list of hospitals', `/hospitals?page=${1 + (turn % 50)}`)),
    every(400, (turn) =>
      read(mix, 'search for a hospital', `/hospitals?search=${(turn % 256).toString(16)}`),
    ),
    every(2000, () => read(mix, 'analytics', '/hospital/analytics?days=90', admin)),
    every(20_000, () =>
      read(mix, 'analytics as a table', '/hospital/analytics/csv?days=90', admin),
    ),
    every(1000, () => read(mix, 'audit trail', '/hospital/audit?limit=100', admin)),
    every(20_000, () => read(mix, 'audit trail as a table', '/hospital/audit/csv', admin)),
    every(1000, () => read(mix, 'requests', `/hospitals/${hospitalId}/queues/pending`, admin)),
    every(1000, () =>
      write(mix, 'search today', `/hospitals/${hospitalId}/queues/today`, admin, { search: 'as' }),
    ),
    every(1000, () =>
      write(mix, 'search patients', '/hospital/patients/find', admin, { search: 'asha' }),
    ),
    every(100, (turn) => {
      const person = mix.watchers[turn % mix.watchers.length];
      return read(mix, 'open My Queue', '/queues/open', person);
    }),
    every(500, (turn) => {
      const person = mix.watchers[turn % mix.watchers.length];
      return read(mix, 'past visits', '/queues/history', person);
    }),
  ]);
}

async function repeat(
  { isOn }: Mix,
  pauseMs: number,
  ask: (turn: number) => Promise<unknown>,
): Promise<void> {
  for (let turn = 0; isOn(); turn += 1) {
    await ask(turn);
    await sleep(pauseMs);
  }
}

interface Report {
  readonly person: Person;
  readonly id: string;
}

async function writeReports(mix: Mix): Promise<Report[]> {
  const reports: Report[] = [];
  for (const person of mix.readers) {
    await writeReport(mix, person);
    const answer = await mix.client.call('GET', '/reports', person.token);
    reports.push({ person, id: firstId(expectStatus(answer, 200).body) });
  }
  return reports;
}

/**
 * Writes a medical report for a patient and returns the report's id. Repeats the request while the
 * server is busy.
 */
async function writeReport(mix: Mix, person: Person): Promise<string> {
  const body = {
    patientId: person.userId,
    doctorId: mix.doctorId,
    type: 'consultation',
    title: 'Fever',
    summary: 'Rest for a week. बुखार में आराम करें. '.repeat(letters / 38),
  };
  for (;;) {
    const answer = await timed(mix, {
      kind: 'write a report',
      method: 'POST',
      path: '/hospital/reports',
      person: mix.admin,
      body,
    });
    if (answer.status !== 503) return firstId(expectStatus(answer, 201).body);
    await sleep(1000);
  }
}

/** Attaches a scan to a new medical report. Afterwards the patient downloads the scan. */
async function upload(mix: Mix, reports: readonly Report[]): Promise<void> {
  const { person } = reports[Math.floor(Math.random() * reports.length)] ?? missing();
  const id = await writeReport(mix, person);
  const start = performance.now();
  const answer = await fetch(`http://127.0.0.1:${mix.port}/api/hospital/reports/${id}/file`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${mix.admin.token}`,
      'content-type': 'application/pdf',
      'x-file-name': 'scan.pdf',
    },
    body: scannedPdf(),
  });
  const body = await answer.text();
  const header = (name: string) => answer.headers.get(name) ?? undefined;
  const uploaded: HttpAnswer = { status: answer.status, body, connectionMs: 0, header };
  mix.times.add('upload a file', performance.now() - start, uploaded);
  if (answer.status === 503) {
    mix.turnedAway();
    return;
  }
  expectStatus(uploaded, 200);
  await read(mix, 'download a file', `/reports/${id}/file`, person);
}

/** A one-page PDF with a picture that cannot be compressed. */
function scannedPdf(): Uint8Array<ArrayBuffer> {
  const picture = randomBytes(fileBytes);
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /P 4 0 R >> >> /Contents 5 0 R >>',
    ),
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width 1024 /Height ${fileBytes / 1024} /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${fileBytes} >>\nstream\n`,
      ),
      picture,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from('<< /Length 29 >>\nstream\nq 595 0 0 842 0 0 cm /P Do Q\nendstream'),
  ];
  const parts = [Buffer.from('%PDF-1.7\n')];
  let offset = 9;
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    const whole = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ]);
    offsets.push(offset);
    offset += whole.length;
    parts.push(whole);
  }
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${entries}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

/** Signs in to an unknown account; the server hashes the password nevertheless. */
async function signIn(mix: Mix, turn: number): Promise<void> {
  const body = { email: `nobody${turn}@example.org`, password: 'not this one' };
  const answer = await timed(mix, {
    kind: 'sign in',
    method: 'POST',
    path: '/identity/sign-in/email',
    body,
  });
  if (![401, 429, 503].includes(answer.status)) expectStatus(answer, 401);
}

async function read(mix: Mix, kind: string, path: string, person?: Person): Promise<void> {
  const answer = await timed(mix, { kind, method: 'GET', path, person });
  if (answer.status !== 503) expectStatus(answer, 200);
}

async function write(
  mix: Mix,
  kind: string,
  path: string,
  person: Person,
  body: object,
): Promise<void> {
  const answer = await timed(mix, { kind, method: 'POST', path, person, body });
  if (answer.status !== 503) expectStatus(answer, 200);
}

interface Asked {
  readonly kind: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly person?: Person | undefined;
  readonly body?: object;
}

async function timed(
  { client, times, turnedAway }: Mix,
  { kind, method, path, person, body }: Asked,
): Promise<HttpAnswer> {
  const start = performance.now();
  const answer = await client.call(method, path, person?.token, body);
  times.add(kind, performance.now() - start, answer);
  if (answer.status === 503) turnedAway();
  return answer;
}

/** The id of the first medical report in an API response. */
function firstId(body: string): string {
  const id = /"id":"(?<id>[\da-f-]{36})"/u.exec(body)?.groups?.['id'];
  return id ?? missing();
}

function missing(): never {
  throw new Error('There is no report.');
}
