/**
 * `npm run release -- 1.2.3` makes a release of the present commit in the folder `release`: an
 * archive with the built pages, the list of its packages (SBOM) and their checksums. `--dry-run`
 * checks everything and changes nothing; `--test` also runs the tests. Runs on Node 20 and later.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureWebIsBuilt } from '../build-web.mjs';
import { machineEnvironment, pinnedNode, root, run } from '../project.mjs';
import { compareVersions, isVersion, releasedChangelog, unreleasedOf } from './changelog.mjs';
import { forbiddenLicences, packagesOfPages, packagesOfServer } from './licences.mjs';

/** Thrown when a release is not possible; the message says why. */
export class ReleaseRefused extends Error {}

/**
 * @typedef {object} Release
 * @property {string} folder the checkout
 * @property {string} version
 * @property {string} date as 2026-01-31
 * @property {boolean} [isDry] whether to check only
 * @property {() => Promise<void>} check throws if the project is not ready for a release
 * @property {() => Promise<void>} buildPages writes the pages into web/dist
 * @property {() => Promise<void>} storeDatabase writes a database for the tests of later versions
 * @property {(line: string) => void} say
 */

/**
 * @typedef {{ name: string, version: string, workspaces: string[] }} PackageFile
 * @typedef {import('./licences.mjs').LockedPackage & { version?: string }} LockedPackage
 * @typedef {{ version: string, packages: Record<string, LockedPackage> }} LockFile
 */

const changelogFile = 'CHANGELOG.md';
const clientPackage = 'packages/client/package.json';
const outputFolder = 'release';
const pagesFolder = 'web/dist';

/**
 * Cuts a release: checks, writes the version into every package and the change log, commits, tags
 * and packs. Until the commit, a failure leaves the checkout as it was.
 * @param {Release} release
 */
export async function release({
  folder,
  version,
  date,
  isDry,
  check,
  buildPages,
  storeDatabase,
  say,
}) {
  refuseUnlessReady(folder, version);
  refuseForbidden(packagesOfServer(readLock(folder).packages));
  await check();
  if (isDry) {
    listPackages(folder);
    say(`Would release ${version} with these changes:\n\n${unreleasedOf(textOf(folder))}\n`);
    say('Everything is fine. Nothing was changed.');
    return;
  }
  const output = join(folder, outputFolder);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output);
  try {
    writeVersions(folder, version, date);
    await buildPages();
    refuseForbidden(
      packagesOfPages(readFileSync(join(folder, pagesFolder, 'licenses.txt'), 'utf8')),
    );
    writeFileSync(join(output, 'sbom.cdx.json'), listPackages(folder));
    await storeDatabase();
  } catch (error) {
    // The checkout had no changes, so all of them are of this release.
    git(folder, 'reset', '--quiet', '--hard');
    git(folder, 'clean', '--quiet', '--force', '-d');
    throw error;
  }
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', `--message=Release ${version}`);
  git(folder, 'tag', '--annotate', `--message=Release ${version}`, `v${version}`);
  pack(folder, version);
  writeChecksums(output);
  say(`Released ${version} into ${output}. To publish it: git push --follow-tags`);
}

/**
 * @param {string} folder
 * @param {string} version
 */
function refuseUnlessReady(folder, version) {
  if (!isVersion(version)) throw new ReleaseRefused(`Not a version such as 1.2.3: ${version}`);
  const branch = git(folder, 'rev-parse', '--abbrev-ref', 'HEAD').trim();
  if (branch !== 'main') throw new ReleaseRefused(`A release is cut from main, not ${branch}.`);
  const changes = git(folder, 'status', '--porcelain');
  if (changes !== '') {
    throw new ReleaseRefused(`Commit or remove these changes first:\n${changes.trimEnd()}`);
  }
  const last = lastVersion(folder);
  if (last !== undefined && compareVersions(version, last) <= 0) {
    throw new ReleaseRefused(`${version} is not newer than the last release, ${last}.`);
  }
  if (unreleasedOf(textOf(folder)) === '') {
    throw new ReleaseRefused(`${changelogFile} names no change under "Unreleased".`);
  }
}

/**
 * @param {string} folder
 * @returns {string | undefined}
 */
function lastVersion(folder) {
  return git(folder, 'tag', '--list', 'v*')
    .split('\n')
    .map((tag) => tag.slice(1))
    .filter(isVersion)
    .toSorted(compareVersions)
    .at(-1);
}

/** @param {readonly import('./licences.mjs').Licensed[]} packages */
function refuseForbidden(packages) {
  const forbidden = forbiddenLicences(packages);
  if (forbidden.length === 0) return;
  throw new ReleaseRefused(
    `Licences that scripts/release/licences.mjs does not allow:\n${forbidden.join('\n')}`,
  );
}

/** @param {string} folder */
function textOf(folder) {
  return readFileSync(join(folder, changelogFile), 'utf8');
}

/**
 * The files that hold the version, as paths in the checkout.
 * @param {string} folder
 */
function filesWithVersion(folder) {
  const { workspaces } = readPackage(folder, 'package.json');
  return [
    changelogFile,
    'package-lock.json',
    'package.json',
    clientPackage,
    ...workspaces.map((name) => `${name}/package.json`),
  ];
}

/**
 * @param {string} folder
 * @param {string} version
 * @param {string} date
 */
function writeVersions(folder, version, date) {
  for (const file of filesWithVersion(folder).filter((name) => name.endsWith('package.json'))) {
    writeJson(folder, file, { ...readPackage(folder, file), version });
  }
  const lock = readLock(folder);
  lock.version = version;
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/')) locked.version = version;
  }
  writeJson(folder, 'package-lock.json', lock);
  writeFileSync(join(folder, changelogFile), releasedChangelog(textOf(folder), version, date));
}

/**
 * @param {string} folder
 * @param {string} file
 */
function readPackage(folder, file) {
  return /** @type {PackageFile} */ (JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

/** @param {string} folder */
function readLock(folder) {
  const text = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  return /** @type {LockFile} */ (JSON.parse(text));
}

/**
 * @param {string} folder
 * @param {string} file
 * @param {unknown} value
 */
function writeJson(folder, file, value) {
  writeFileSync(join(folder, file), `${JSON.stringify(value, undefined, 2)}\n`);
}

/**
 * The list of the server's packages (SBOM) in CycloneDX's format, as text.
 * @param {string} folder
 */
function listPackages(folder) {
  const wanted = ['--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'];
  const list = /** @type {{ metadata: { component: { name: string } } }} */ (
    JSON.parse(capture(folder, 'npm', 'sbom', ...wanted))
  );
  // npm takes the name from the folder of the checkout.
  list.metadata.component.name = readPackage(folder, 'package.json').name;
  return `${JSON.stringify(list, undefined, 2)}\n`;
}

/**
 * Packs the tagged commit with the built pages, so that a start builds nothing. git gives every
 * file the time of the commit, so that packing it again results in the same bytes.
 * @param {string} folder
 * @param {string} version
 */
function pack(folder, version) {
  const name = `baari-${version}`;
  const pages = readdirSync(join(folder, pagesFolder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
  git(
    folder,
    'archive',
    '--format=tar.gz',
    `--output=${join(outputFolder, `${name}.tar.gz`)}`,
    ...pages.flatMap((file) => [`--prefix=${name}/${dirname(file)}/`, `--add-file=${file}`]),
    `--prefix=${name}/`,
    `v${version}`,
  );
}

/** @param {string} output */
function writeChecksums(output) {
  const lines = readdirSync(output)
    .toSorted()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(join(output, name)));
      return `${hash.digest('hex')}  ${name}\n`;
    });
  writeFileSync(join(output, 'SHA256SUMS'), lines.join(''));
}

/**
 * @param {string} folder
 * @param {string[]} args
 */
function git(folder, ...args) {
  return capture(folder, 'git', ...args);
}

/** The variables that git sets for its hooks. They would lead git to another repository. */
const ofHooks = /^GIT_(?:DIR|INDEX_FILE|PREFIX|WORK_TREE)$/u;

/**
 * Runs a program in the checkout and returns what it prints.
 * @param {string} folder
 * @param {string} program
 * @param {string[]} args
 */
function capture(folder, program, ...args) {
  const ours = Object.entries(machineEnvironment()).filter(([name]) => !ofHooks.test(name));
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: Object.fromEntries(ours),
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
}

/**
 * @param {string} script
 */
async function runScript(script) {
  const { code } = await run(pinnedNode, [join(root, 'scripts', script)]);
  if (code !== 0) throw new ReleaseRefused(`scripts/${script} failed, so nothing was released.`);
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, test: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [version, ...more] = positionals;
  if (version === undefined || more.length > 0) {
    throw new ReleaseRefused('npm run release -- 1.2.3 [--dry-run] [--test]');
  }
  await release({
    folder: root,
    version,
    date: new Date().toISOString().slice(0, 10),
    isDry: values['dry-run'] === true,
    async check() {
      await runScript('check.mjs');
      if (values.test === true) await runScript('test.mjs');
    },
    async buildPages() {
      rmSync(join(root, pagesFolder), { recursive: true, force: true });
      await ensureWebIsBuilt();
    },
    storeDatabase: () => runScript('release/store-database.ts'),
    say: (line) => console.log(line),
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof ReleaseRefused ? error.message : error);
    process.exitCode = 1;
  }
}
