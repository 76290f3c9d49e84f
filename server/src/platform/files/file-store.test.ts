import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { reportFileMaxBytes } from '@baari/contract/visit/report.ts';
import sql from 'sql-template-tag';
import {
  s3Environment,
  s3Kinds,
  type S3Service,
  startSmallS3,
} from '../../testing/stand-ins/s3-services.ts';
import { assertRefused, call, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { keptPdf, makeReportWithFile, type ReportWithFile } from '../../testing/test-reports.ts';
import { type FileStore, openDiskStore, openS3Store } from './file-store.ts';
import { digestOf, keepFile, sweepFiles } from './kept-files.ts';
import { insertStoredFile } from './stored-file.store.ts';
import { describeError } from '../log.ts';

const key = '0b54f9a1-5f0c-4b7c-9f65-8f1f7a3c2d10';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baari-files-'));
});
after(async () => {
  await rm(folder, { recursive: true });
});

/**
 * The file sizes that are tested: an empty file, a small file, and the largest file that a report
 * may have.
 */
const sizes = [0, 300_000, reportFileMaxBytes];

async function assertKeeps(store: FileStore): Promise<void> {
  assert.equal(await store.get(key), undefined);
  for (const size of sizes) {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 31) % 251);
    await store.put(key, bytes);
    const found = await store.get(key);
    assert.ok(found, `of ${size} bytes`);
    assert.equal(Buffer.compare(found, bytes), 0, `of ${size} bytes`);
  }
  await store.remove(key);
  assert.equal(await store.get(key), undefined);
  await store.remove(key);
}

async function assertTakesOnlyIds(store: FileStore): Promise<void> {
  for (const name of ['../../etc/passwd', 'report.pdf', '', `${key}/..`]) {
    await assert.rejects(store.put(name, Buffer.from('x')), /is an id/u);
  }
}

test('a report file on the disk is read back unchanged, also after being overwritten, and is gone after its removal [RPT-1]', async () => {
  await assertKeeps(openDiskStore(join(folder, 'disk')));
});

test('a report file that could not be written completely is deleted, so that retries do not fill the disk further [RPT-1]', async () => {
  const disk = openDiskStore(join(folder, 'full'));
  const kept = join(folder, 'full', key.slice(0, 2));
  // A folder at the file's path makes the write fail, because a test cannot fill the disk here.
  await mkdir(join(kept, key, 'in the way'), { recursive: true });
  await assert.rejects(disk.put(key, Buffer.from('x')));
  assert.deepEqual(await readdir(kept), [key]);
});

test('a file name that a user chose is never used as a path on the disk [SEC-11]', async () => {
  await assertTakesOnlyIds(openDiskStore(join(folder, 'disk')));
});

test('a file on the disk is readable by its owner only, and no half-written file is left [SEC-11]', async () => {
  const disk = openDiskStore(join(folder, 'private'));
  await disk.put(key, Buffer.from('x'));
  const files = await readdir(join(folder, 'private', key.slice(0, 2)));
  assert.deepEqual(files, [key]);
  const { mode } = await stat(join(folder, 'private', key.slice(0, 2), key));
  assert.equal(mode & 0o777, 0o600);
});

for (const { name, skip, start } of s3Kinds) {
  describe(`${name} @long`, () => {
    let service: S3Service;

    before(async () => {
      if (skip === false) service = await start();
    });
    after(async () => {
      if (skip === false) await service.close();
    });

    test(`a report file is read from ${name} unchanged, also after being overwritten, and is gone after its removal [RPT-1]`, {
      skip,
    }, async () => {
      await assertKeeps(openS3Store(service.settings));
      assert.equal(await service.look(key), undefined);
    });

    test(`a file name that a user chose is never used as a storage key in ${name} [SEC-11]`, {
      skip,
    }, async () => {
      await assertTakesOnlyIds(openS3Store(service.settings));
    });

    test(`a wrong secret or region for the file storage ${name} is reported as an error and not as a missing file [SEC-13]`, {
      skip,
    }, async () => {
      const store = openS3Store({ ...service.settings, secretAccessKey: 'mistyped' });
      await assert.rejects(store.get(key), /answered 403 \(SignatureDoesNotMatch\)/u);
      await assert.rejects(store.put(key, Buffer.from('x')), /answered 403/u);
      const elsewhere = openS3Store({ ...service.settings, region: 'eu-central-1' });
      await assert.rejects(elsewhere.get(key), /answered 40[03]/u);
      assert.equal(await service.look(key), undefined);
    });

    test(`a missing bucket in the file storage ${name} is logged with the bucket’s name, and not reported as a missing file`, {
      skip,
    }, async () => {
      const store = openS3Store({ ...service.settings, bucket: 'mistyped' });
      const failure: unknown = await store.get(key).catch((error: unknown) => error);
      assert.partialDeepStrictEqual(describeError(failure), {
        kind: 'FileStorageFailure',
        code: 'NoSuchBucket',
      });
      await assert.rejects(store.put(key, Buffer.from('x')), /NoSuchBucket/u);
      await assert.rejects(store.remove(key), /NoSuchBucket/u);
    });

    test(`an uploaded report file is stored in the configured ${name}, and stored files without a report are removed [RPT-1]`, {
      skip,
    }, async () => {
      const scene = await makeScene(s3Environment(service.settings));
      try {
        const named = await assertKeptIn(scene, 's3');
        assert.deepEqual(await service.look(named), keptPdf);
        const { db, clock } = scene.app;
        const store = openS3Store(service.settings);
        const files = { forNew: store, all: [store] };
        const { key: orphan } = await keepFile(db, files, Buffer.from('x'), clock.now());
        assert.ok(orphan);
        assert.equal((await service.look(orphan))?.toString(), 'x');
        const inADay = { now: () => new Date(clock.now().getTime() + 86_400_001) };
        await sweepFiles(db, files, inADay);
        assert.equal(await service.look(orphan), undefined);
        await assertKeptIn(scene, 's3');
      } finally {
        await scene.app.close();
      }
    });
  });
}

test('a request to a file storage that fails for a moment is retried, and a permanent failure is reported as an error', async () => {
  const s3 = await startSmallS3();
  try {
    const store = openS3Store(s3.settings);
    s3.fail(503, 2);
    await store.put(key, Buffer.from('x'));
    assert.equal((await s3.look(key))?.toString(), 'x');
    s3.fail(503, 100);
    await assert.rejects(store.get(key), /answered 503/u);
  } finally {
    await s3.close();
  }
});

interface Scene extends ReportWithFile {
  readonly app: TestApp;
}

async function makeScene(settings: Record<string, string>): Promise<Scene> {
  const app = await makeTestApp({ settings });
  return { app, ...(await makeReportWithFile(app, 'Asha Rao')) };
}

/** Checks that the report's file is stored in the given place; returns the key of the file. */
async function assertKeptIn({ app, patient, id }: Scene, place: string): Promise<string> {
  const { key: named, ...row } = await app.db.one<{
    key: string;
    kept_in: string;
    bytes: Buffer | null;
  }>(sql`
    select s.key, s.kept_in, f.bytes
    from report_file f join stored_file s on s.key = f.file_key`);
  assert.deepEqual(row, { kept_in: place, bytes: null });
  const answer = await call(app, patient, 'downloadReportFile', { id });
  assert.equal(answer.text, keptPdf.toString());
  return named;
}

test('if one unused report file cannot be removed, all other unused files still are, however many exist [RPT-1]', async () => {
  const app = await makeTestApp();
  try {
    const disk = openDiskStore(join(folder, 'many'));
    const files = { forNew: disk, all: [disk] };
    const { db, clock } = app;
    // The first file is in a storage that is no longer configured.
    await insertStoredFile(db, 's3', new Date(clock.now().getTime() - 1000));
    await db.run(sql`
      insert into stored_file (kept_in, written_at)
      select 'disk', ${clock.now()} from generate_series(1, 220)`);
    const { key: last } = await keepFile(db, files, Buffer.from('x'), clock.now());
    assert.ok(last);
    const inADay = { now: () => new Date(clock.now().getTime() + 86_400_001) };
    await assert.rejects(sweepFiles(db, files, inADay), /1 removals of files failed/u);
    assert.equal(await disk.get(last), undefined);
    const left = await db.many(sql`select kept_in from stored_file`);
    assert.deepEqual(left, [{ kept_in: 's3' }]);
  } finally {
    await app.close();
  }
});

test('with an embedded database report files are stored on disk, and unused files are deleted after a day [RPT-1] @long', async () => {
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
      update report_file set file_key = null, bytes = ${Buffer.from('%PDF-old')}, sha256 = null`);
    const answer = await call(app, patient, 'downloadReportFile', { id });
    assert.equal(answer.text, '%PDF-old');
    const { sha256 } = await app.db.one<{ sha256: Buffer | null }>(
      sql`select sha256 from report_file`,
    );
    assert.deepEqual(sha256, digestOf(Buffer.from('%PDF-old')), 'from its first read on');
  } finally {
    await app.close();
  }
});

test('a file that was changed or deleted on the disk is refused with a clear code, and the log names the file [RPT-1, SEC-11]', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'baari-changed-'));
  const scene = await makeScene({ DATA_DIR: dataDir });
  const { app, patient, id } = scene;
  try {
    const named = await assertKeptIn(scene, 'disk');
    const disk = openDiskStore(join(dataDir, 'files'));
    await disk.put(named, Buffer.from('%PDF-1.7 of somebody else'));
    const changed = await call(app, patient, 'downloadReportFile', { id });
    assertRefused(changed, 'file_changed');
    await disk.remove(named);
    const gone = await call(app, patient, 'downloadReportFile', { id });
    assertRefused(gone, 'file_missing');
    const lines = app.logged.filter((line) => line.includes(named));
    assert.equal(lines.length, 2);
    assert.match(lines[0] ?? '', /changed after its upload/u);
    assert.match(lines[1] ?? '', /is missing/u);
    for (const line of lines) assert.ok(!line.includes(id) && !line.includes('Asha'));
  } finally {
    await app.close();
    await rm(dataDir, { recursive: true });
  }
});
