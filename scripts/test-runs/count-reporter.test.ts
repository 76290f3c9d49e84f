/**
 * Tests what `npm test` counts for test files that share a process, and which of these files it
 * runs again.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { root } from '../project.mjs';
import { groupFolder, writeGroup } from './test-group-files.mjs';

const report = z.object({
  files: z.record(
    z.string(),
    z.object({ passed: z.number(), failed: z.number(), skipped: z.number(), ms: z.number() }),
  ),
  failures: z.array(z.string()),
  failedFiles: z.array(z.string()),
  skips: z.array(z.string()),
});

const group = 'of-the-reporter';
let folder: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'baari-reporter-'));
});
after(() => {
  rmSync(folder, { recursive: true });
  rmSync(join(groupFolder, `${group}.test.ts`), { force: true });
});

/** Runs the files (text by name) as one group and returns what the reporter counted, by name. */
function run(texts: Readonly<Record<string, string>>) {
  const paths = Object.entries(texts).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, `import { after, before, test } from 'node:test';\n${text}`);
    return path;
  });
  const counts = join(folder, 'counts.json');
  const reporter = new URL('count-reporter.mjs', import.meta.url).href;
  const { stdout: said } = spawnSync(
    process.execPath,
    [
      '--test',
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${counts}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      writeGroup(group, paths),
    ],
    // Without the variables of the present test run, because with them the tests would report to
    // that run.
    { cwd: root, env: { PATH: process.env['PATH'] }, encoding: 'utf8' },
  );
  const { files, failedFiles, failures, skips } = report.parse(
    JSON.parse(readFileSync(counts, 'utf8')),
  );
  const nameOf = (path: string) => path.replace(`${folder}/`, '');
  return {
    files: Object.fromEntries(
      Object.entries(files).map(([path, { ms: _, ...counted }]) => [nameOf(path), counted]),
    ),
    times: Object.keys(files)
      .filter((path) => (files[path]?.ms ?? 0) > 0)
      .map(nameOf),
    failures: failures.map((failure) => failure.slice(failure.lastIndexOf('/') + 1)),
    failedFiles: failedFiles.map(nameOf).toSorted(),
    skips,
    said,
  };
}

const fine = "test('fine', () => undefined);";

test('test files that run in one process are counted separately, and a failed file is tried again alone [WORK-5]', () => {
  const found = run({
    'good.test.ts': `${fine} test('later', { skip: true }, () => undefined);`,
    'bad.test.ts': `${fine} test('wrong', () => { throw new Error('no'); });`,
  });
  assert.deepEqual(found.files, {
    'good.test.ts': { passed: 1, failed: 0, skipped: 1 },
    'bad.test.ts': { passed: 1, failed: 1, skipped: 0 },
  });
  assert.deepEqual(found.failures, ['bad.test.ts: wrong']);
  assert.deepEqual(found.failedFiles, ['bad.test.ts']);
  assert.deepEqual(found.times.toSorted(), ['bad.test.ts', 'good.test.ts']);
  assert.equal(found.skips.length, 1);
});

test('the setup code in one test file runs only for that test file, even if other files run in the same process [WORK-5]', () => {
  const found = run({
    'one.test.ts': `let open = 0; before(() => { open += 1; }); after(() => { open -= 1; });
      test('open once', () => { if (open !== 1) throw new Error(String(open)); });`,
    'two.test.ts': `let begun = 0; before(() => { begun += 1; });
      test('begun once', () => { if (begun !== 1) throw new Error('twice'); });`,
  });
  assert.deepEqual(found.failures, []);
  assert.deepEqual(found.files, {
    'one.test.ts': { passed: 1, failed: 0, skipped: 0 },
    'two.test.ts': { passed: 1, failed: 0, skipped: 0 },
  });
});

test('a test file that cannot be loaded fails under its own name, and the other files run [WORK-5]', () => {
  const found = run({ 'broken.test.ts': "import '../nowhere.ts';", 'good.test.ts': fine });
  assert.deepEqual(found.files['good.test.ts'], { passed: 1, failed: 0, skipped: 0 });
  assert.deepEqual(found.files['broken.test.ts'], { passed: 0, failed: 1, skipped: 0 });
  assert.deepEqual(found.failedFiles, ['broken.test.ts']);
});

test('if a process that runs several test files dies, its unfinished tests are run again and its finished tests are not [WORK-5]', () => {
  const found = run({
    'a.test.ts': fine,
    // The process dies late, after the result of a.test.ts has arrived. If it died earlier,
    // a.test.ts would also run again.
    'dies.test.ts':
      "test('dies', () => new Promise(() => setTimeout(() => process.exit(3), 500)));",
    'never.test.ts': fine,
  });
  assert.deepEqual(found.files['a.test.ts'], { passed: 1, failed: 0, skipped: 0 });
  assert.deepEqual(found.failedFiles, ['dies.test.ts', 'never.test.ts']);
});

test('a test file fails with its name in the message if it leaves something behind that could disturb the next file [WORK-5] @long', () => {
  const leaves: Readonly<Record<string, string>> = {
    'process.env.LEFT_BEHIND': "process.env['LEFT_BEHIND'] = 'yes';",
    'globalThis.fetch': 'globalThis.fetch = () => undefined;',
    'globalThis.document': 'globalThis.document = {};',
    'Date.now': 'Date.now = () => 0;',
    'listeners of SIGTERM': "process.on('SIGTERM', () => undefined);",
    TCPServerWrap: `const { createServer } = await import('node:net');
      await new Promise((listening) => createServer().listen(0, listening));`,
  };
  const texts: Record<string, string> = {};
  for (const [index, code] of Object.values(leaves).entries()) {
    texts[`${index}.test.ts`] = `test('leaves', async () => { ${code} });`;
  }
  const found = run({
    ...texts,
    'loading.test.ts': `process.env['WHILE_LOADED'] = 'yes'; ${fine}`,
    'restores.test.ts': `after(() => { delete process.env['FOR_A_WHILE']; });
      test('restores', () => { process.env['FOR_A_WHILE'] = 'yes'; });`,
  });
  assert.deepEqual(found.failedFiles, [...Object.keys(texts), 'loading.test.ts']);
  for (const name of Object.keys(leaves)) assert.ok(found.said.includes(name), name);
  assert.ok(found.said.includes('process.env.WHILE_LOADED'));
});
