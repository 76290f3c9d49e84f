import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { type S3Server, startS3Server } from '../testing/s3-server.ts';
import { call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenReport, smallPdf } from '../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson } from '../testing/test-people.ts';
import { type FileStore, openDiskStore, openS3Store } from './file-store.ts';
import { keepFile, sweepFiles } from './kept-files.ts';

const bucket = 'baari-reports';
const region = 'ap-south-1';
const keys = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+example' };
const key = '0b54f9a1-5f0c-4b7c-9f65-8f1f7a3c2d10';

let folder: string;
let s3: S3Server;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baari-files-'));
  s3 = await startS3Server({ bucket, region, ...keys });
});
after(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

function stores(): FileStore[] {
  return [
    openDiskStore(join(folder, 'disk')),
    openS3Store({ url: s3.url, bucket, region, ...keys }),
  ];
}

test('a file comes back from the disk and from S3 as it was, and is gone once removed [RPT-1]', async () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 31) % 256);
  for (const store of stores()) {
    assert.equal(await store.get(key), undefined, store.name);
    await store.put(key, bytes);
    assert.deepEqual(Buffer.from((await store.get(key)) ?? []), Buffer.from(bytes), store.name);
    await store.remove(key);
    assert.equal(await store.get(key), undefined, store.name);
    await store.remove(key);
  }
});

test('no name of a user ever becomes a path [security 11]', async () => {
  for (const store of stores()) {
    for (const name of ['../../etc/passwd', 'report.pdf', '', `${key}/..`]) {
      await assert.rejects(store.put(name, Buffer.from('x')), /is an id/u, store.name);
    }
  }
});

test('a file on the disk is for its owner alone, and nothing half written stays [security 11]', async () => {
  const disk = openDiskStore(join(folder, 'private'));
  await disk.put(key, Buffer.from('x'));
  const files = await readdir(join(folder, 'private', key.slice(0, 2)));
  assert.deepEqual(files, [key]);
  const { mode } = await stat(join(folder, 'private', key.slice(0, 2), key));
  assert.equal(mode & 0o777, 0o600);
});

test('a wrong secret for S3 is a failure, not a missing file [security 13]', async () => {
  const wrong = { ...keys, secretAccessKey: 'mistyped' };
  const store = openS3Store({ url: s3.url, bucket, region, ...wrong });
  await assert.rejects(store.get(key), /answered 403/u);
  await assert.rejects(store.put(key, Buffer.from('x')), /answered 403/u);
  assert.equal(s3.objects.size, 0);
});

test('a storage in trouble for a moment is asked again, and one that stays so is a failure', async () => {
  const store = openS3Store({ url: s3.url, bucket, region, ...keys });
  s3.fail(503, 2);
  await store.put(key, Buffer.from('x'));
  assert.equal(s3.objects.get(key)?.toString(), 'x');
  s3.fail(503, 100);
  await assert.rejects(store.get(key), /answered 503/u);
  s3.fail(503, 0);
  await store.remove(key);
});

interface Scene {
  readonly app: TestApp;
  readonly patient: TestPerson;
  /** Of a report with a file. */
  readonly id: string;
}

async function makeScene(settings: Record<string, string>): Promise<Scene> {
  const app = await makeTestApp({ settings });
  const town = await makeTown(app);
  const patient = await makePerson(app, { name: 'Asha Rao' });
  await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  const body = givenReport(patient.userId, town.doctorId);
  const { report } = await get(app, town.receptionist, 'createReport', { body });
  const sent = await app.app.http.inject({
    method: 'PUT',
    url: `/api/hospital/reports/${report.id}/file`,
    headers: {
      authorization: `Bearer ${town.receptionist.token}`,
      'content-type': 'application/pdf',
    },
    payload: Buffer.from(smallPdf),
  });
  assert.equal(sent.statusCode, 200, sent.body);
  return { app, patient, id: report.id };
}

async function assertKeptIn({ app, patient, id }: Scene, place: string): Promise<void> {
  const row = await app.db.one<{ kept_in: string; bytes: Buffer | null }>(sql`
    select s.kept_in, f.bytes from report_file f join stored_file s on s.key = f.file_key`);
  assert.deepEqual(row, { kept_in: place, bytes: null });
  const answer = await call(app, patient, 'downloadReportFile', { id });
  assert.equal(answer.text, smallPdf);
}

test('an uploaded report lies in S3 where that is configured [RPT-1]', async () => {
  const scene = await makeScene({
    S3_URL: s3.url,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  });
  try {
    await assertKeptIn(scene, 's3');
  } finally {
    await scene.app.close();
  }
});

test('beside an embedded database it lies on the disk; what no report names is swept after a day, and an older one stays readable in the database [RPT-1]', async () => {
  const scene = await makeScene({});
  const { app, patient, id } = scene;
  try {
    await assertKeptIn(scene, 'disk');
    const disk = openDiskStore(join(folder, 'swept'));
    const files = { forNew: disk, all: [disk] };
    const { key: orphan } = await keepFile(app.db, files, Buffer.from('x'), app.clock.now());
    assert.ok(orphan);
    await sweepFiles(app.db, files, app.clock);
    assert.ok(await disk.get(orphan), 'an upload may still be under way');
    const inADay = { now: () => new Date(app.clock.now().getTime() + 86_400_001) };
    await sweepFiles(app.db, files, inADay);
    assert.equal(await disk.get(orphan), undefined);
    await assertKeptIn(scene, 'disk');

    await app.db.run(sql`
      update report_file set file_key = null, bytes = ${Buffer.from('%PDF-old')}`);
    const answer = await call(app, patient, 'downloadReportFile', { id });
    assert.equal(answer.text, '%PDF-old');
  } finally {
    await app.close();
  }
});
