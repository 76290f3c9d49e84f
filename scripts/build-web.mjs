/** Builds the web pages, and the playground of the component tests, when their sources have changed. */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ensureTextsAreMade } from './texts/make-texts.mjs';
import {
  inModules,
  pinnedNode,
  root,
  run,
  secondsSince,
  toolEnvironment,
  withProgress,
} from './project.mjs';

const dist = join(root, 'web/dist');
const stamp = join(dist, '.sources');
const assets = join(dist, 'assets');
const assetList = '.assets.json';
const last = join(root, 'web/.cache/last-assets');
const playground = join(root, 'web/.cache/playground');
const sources = ['contract/src', 'package.json', 'package-lock.json'];
const pageSources = ['index.html', 'landing.html', 'build', 'public', 'src', 'vite.config.ts'];
const notSources = new Set(['node_modules', 'dist', '.cache', 'test-results']);

/**
 * Builds the web pages if they are out of date. Throws an error with the build's output if the
 * build fails.
 */
export async function ensureWebIsBuilt() {
  await ensureTextsAreMade();
  const wanted = hashOf([...pageSources.map((name) => `web/${name}`), ...sources]);
  if (existsSync(join(dist, 'index.html')) && textOf(stamp) === wanted) return;
  const start = Date.now();
  console.log('Building the web pages …');
  await withLastAssets(() => withProgress(build(), (seconds) => console.log(`  … ${seconds} s`)));
  writeFileSync(stamp, wanted);
  console.log(`Built in ${secondsSince(start)} s.`);
}

/** Builds the pages of web/playground, where tests show components, if they are out of date. Throws if the build fails. */
export async function ensurePlaygroundIsBuilt() {
  await ensureTextsAreMade();
  const wanted = hashOf(['web/playground', 'web/public', 'web/src', ...sources]);
  const playgroundStamp = join(playground, '.sources');
  if (textOf(playgroundStamp) === wanted) return;
  console.log('Building the playground of the component tests …');
  await runQuietly([
    inModules('vite/bin/vite.js'),
    'build',
    '--config',
    'playground/vite.config.ts',
  ]);
  writeFileSync(playgroundStamp, wanted);
}

/**
 * Builds, and keeps the assets of the last build beside the new ones, because pages opened before
 * an update still request them. Older assets are deleted.
 * @param {() => Promise<unknown>} build
 */
async function withLastAssets(build) {
  rmSync(last, { recursive: true, force: true });
  if (existsSync(join(dist, assetList))) {
    const list = readFileSync(join(dist, assetList), 'utf8');
    const names = /** @type {string[]} */ (JSON.parse(list));
    for (const name of names) {
      cpSync(join(assets, name), join(last, name));
    }
  }
  await build();
  const own = readdirSync(assets);
  if (existsSync(last)) cpSync(last, assets, { recursive: true, force: false });
  rmSync(last, { recursive: true, force: true });
  writeFileSync(join(dist, assetList), JSON.stringify(own));
}

/** Builds the application, then the landing page, which the application renders. */
async function build() {
  await runQuietly([inModules('vite/bin/vite.js'), 'build']);
  await runQuietly(['build/prerender.ts']);
}

/**
 * @param {string[]} args
 */
async function runQuietly(args) {
  const { code, output } = await run(pinnedNode, args, {
    cwd: join(root, 'web'),
    env: toolEnvironment({ NODE_ENV: 'production' }),
    isQuiet: true,
  });
  if (code !== 0) throw new Error(`The web pages could not be built:\n${output}`);
}

/**
 * @param {string} file
 */
function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * Hashes the contents of files. File times would not show changes, because a fresh clone or a
 * checkout of an older commit has new times.
 * @param {string[]} paths
 */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesUnder)) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !notSources.has(name) && !name.endsWith('.test.ts'))
    .toSorted()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}
