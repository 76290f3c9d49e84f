/** Tests the cutting of a release in a small repository of its own. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { z } from 'zod';
import { root } from '../project.mjs';
import { compareVersions, releasedChangelog, unreleasedOf } from './changelog.mjs';
import { forbiddenLicences, packagesOfServer } from './licences.mjs';
import { release, ReleaseRefused } from './release.mjs';

/** The files of this repository that the test's own repository gets: those that a release reads or changes. */
const copied = [
  '.gitignore',
  '.npmrc',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'contract/package.json',
  'server/package.json',
  'web/package.json',
  'e2e/package.json',
  'packages/client/package.json',
];
const changelog = '# Change log\n\n## [Unreleased]\n\n### Added\n\n- A queue.\n';

const packageFile = z.object({ version: z.string() });
const lockFile = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ license: z.string().optional() })),
});
const sbomFile = z.object({
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(z.object({ name: z.string() })),
});

let folder: string;
let built: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'baari-release-'));
  for (const file of copied) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@baari.example');
  git('add', '--all');
  git('commit', '--quiet', '--message=Begin');
  git('tag', 'begun');
});
beforeEach(() => {
  git('checkout', '--quiet', '--force', 'main');
  git('reset', '--quiet', '--hard', 'begun');
  git('clean', '--quiet', '--force', '-dx');
  for (const tag of git('tag', '--list', 'v*').split('\n').filter(Boolean)) {
    git('tag', '--delete', tag);
  }
  built = '## wouter - 3.13.0 (Unlicense)\n';
});
after(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): string {
  const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const env = Object.fromEntries(ours);
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', env, stdio: 'pipe' });
}

function lockOf(text: string): z.output<typeof lockFile> {
  return lockFile.parse(JSON.parse(text));
}

function write(file: string, text: string): void {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

function commit(file: string, text: string): void {
  write(file, text);
  git('commit', '--quiet', '--message=Change', '--', file);
}

async function cut(version: string, given: { isDry?: boolean } = {}): Promise<string> {
  const said: string[] = [];
  await release({
    ...given,
    folder,
    version,
    date: '2026-12-01',
    check: () => Promise.resolve(),
    async buildPages() {
      write('web/dist/index.html', `<title>${version}</title>`);
      write('web/dist/.sources', 'hash');
      write('web/dist/assets/app.js', 'start()');
      write('web/dist/licenses.txt', built);
    },
    async storeDatabase() {
      write('server/src/testing/releases/stored.backup.gz', built);
      if (built === '') throw new ReleaseRefused('The database could not be stored.');
    },
    say: (line) => said.push(line),
  });
  return said.join('\n');
}

async function assertRefused(version: string, why: RegExp): Promise<void> {
  const head = git('rev-parse', 'HEAD');
  const state = git('status', '--porcelain');
  await assert.rejects(cut(version), (error) => {
    assert.ok(error instanceof ReleaseRefused, String(error));
    assert.match(error.message, why);
    return true;
  });
  assert.equal(git('rev-parse', 'HEAD'), head);
  assert.equal(git('status', '--porcelain'), state);
  assert.equal(git('tag', '--list', `v${version}`), '');
}

test('one command makes a release: version, change log, tag, an archive that unpacks, its packages and checksums [OPS-1]', async () => {
  await cut('9.1.0');
  assert.equal(git('status', '--porcelain'), '');
  assert.equal(git('log', '-1', '--format=%s').trim(), 'Release 9.1.0');
  assert.equal(git('cat-file', '-t', 'v9.1.0').trim(), 'tag');
  assert.match(
    read('CHANGELOG.md'),
    /## \[Unreleased\]\n\n## \[9\.1\.0\] - 2026-12-01\n\n### Added/u,
  );
  const output = join(folder, 'release');
  assert.deepEqual(readdirSync(output).toSorted(), [
    'SHA256SUMS',
    'baari-9.1.0.tar.gz',
    'sbom.cdx.json',
  ]);
  for (const line of read('release/SHA256SUMS').trimEnd().split('\n')) {
    const [hash, name = ''] = line.split('  ');
    const bytes = readFileSync(join(output, name));
    assert.equal(createHash('sha256').update(bytes).digest('hex'), hash, name);
  }
  execFileSync('tar', ['-xzf', 'baari-9.1.0.tar.gz'], { cwd: output });
  const unpacked = join(output, 'baari-9.1.0');
  assert.equal(readFileSync(join(unpacked, 'web/dist/index.html'), 'utf8'), '<title>9.1.0</title>');
  assert.ok(existsSync(join(unpacked, 'web/dist/.sources')), 'without it a start builds the pages');
  assert.ok(existsSync(join(unpacked, 'web/dist/assets/app.js')));
  assert.ok(existsSync(join(unpacked, 'server/src/testing/releases/stored.backup.gz')));
  assert.equal(readFileSync(join(unpacked, 'LICENSE'), 'utf8'), read('LICENSE'));
  for (const file of copied.filter((name) => name.endsWith('.json'))) {
    const { version } = packageFile.parse(JSON.parse(readFileSync(join(unpacked, file), 'utf8')));
    assert.equal(version, '9.1.0', file);
  }
  const { metadata, components } = sbomFile.parse(JSON.parse(read('release/sbom.cdx.json')));
  assert.deepEqual(metadata.component, { name: 'baari', version: '9.1.0' });
  assert.ok(components.some(({ name }) => name === 'fastify'));
});

test('a dry run of a release changes nothing and prints what it would release [OPS-1]', async () => {
  assert.match(await cut('9.1.0', { isDry: true }), /Would release 9\.1\.0[^]*- A queue\./u);
  assert.equal(git('status', '--porcelain', '--ignored'), '');
  assert.equal(git('tag', '--list', 'v*'), '');
});

test('a release is refused while changes are uncommitted, and on another branch [OPS-1]', async () => {
  write('notes.txt', 'unfinished');
  await assertRefused('9.1.0', /notes\.txt/u);
  rmSync(join(folder, 'notes.txt'));
  git('checkout', '--quiet', '-B', 'other');
  await assertRefused('9.1.0', /from main, not other/u);
});

test('a release is refused if its version is not newer than the last one, or is no version [OPS-1]', async () => {
  git('tag', 'v9.2.0');
  git('tag', 'v9.10.0');
  await assertRefused('9.9.0', /not newer than the last release, 9\.10\.0/u);
  await assert.rejects(cut('9.10.0'), /not newer/u);
  await assertRefused('9.11', /Not a version/u);
});

test('a release is refused if the change log names no change [OPS-1]', async () => {
  commit('CHANGELOG.md', '# Change log\n\n## [Unreleased]\n\n## [9.0.0] - 2026-11-01\n\n- A.\n');
  await assertRefused('9.1.0', /names no change/u);
});

test('a release is refused if a package of the server or of the pages has a licence that is not allowed [OPS-1]', async () => {
  built = '## charts - 1.0.0 (GPL-3.0-only)\n';
  await assertRefused('9.1.0', /charts: GPL-3\.0-only/u);
  assert.match(read('package.json'), /"version": "0\./u);
  const lock = lockOf(read('package-lock.json'));
  lock.packages['node_modules/fastify'] = { license: 'AGPL-3.0-only' };
  commit('package-lock.json', JSON.stringify(lock));
  await assertRefused('9.1.0', /fastify: AGPL-3\.0-only/u);
});

test('a release whose database could not be stored changes nothing [OPS-1]', async () => {
  built = '';
  await assertRefused('9.1.0', /could not be stored/u);
});

test('the licences of all packages that the server runs with are allowed [OPS-1]', () => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const installed = packagesOfServer(lockOf(text).packages);
  assert.ok(installed.length > 150, `${installed.length} packages`);
  assert.deepEqual(forbiddenLicences(installed), []);
});

test('versions are compared by number, and only the unreleased part of the change log moves [OPS-1]', () => {
  assert.ok(compareVersions('0.10.0', '0.9.9') > 0);
  assert.equal(compareVersions('1.0.0', '1.0.0'), 0);
  const text = `${changelog}\n## [0.1.0] - 2026-01-01\n\n- Begun.\n`;
  const moved = releasedChangelog(text, '0.2.0', '2026-02-01');
  assert.equal(unreleasedOf(text), '### Added\n\n- A queue.');
  assert.equal(unreleasedOf(moved), '');
  assert.ok(moved.endsWith('- Begun.\n'));
});
