/** Builds the web pages when there are none or their sources have changed since. */
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
const sources = ['web', 'contract/src', 'package-lock.json'];
const notSources = new Set(['node_modules', 'dist', '.cache', 'test-results']);

/** Throws, with what the build said, when it fails. */
export async function ensureWebIsBuilt() {
  const wanted = hashOfSources();
  if (existsSync(join(dist, 'index.html')) && builtFrom() === wanted) return;
  const start = Date.now();
  console.log('Building the web pages …');
  await withLastAssets(() => withProgress(build(), (seconds) => console.log(`  … ${seconds} s`)));
  writeFileSync(stamp, wanted);
  console.log(`Built in ${secondsSince(start)} s.`);
}

/**
 * A page that was opened before an update still asks for its parts: those of the last build stay beside
 * the new ones, and those of the build before that go.
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

/** The application, then the landing page drawn by it. */
async function build() {
  const options = {
    cwd: join(root, 'web'),
    env: toolEnvironment({ NODE_ENV: 'production' }),
    isQuiet: true,
  };
  for (const args of [[inModules('vite/bin/vite.js'), 'build'], ['build/prerender.ts']]) {
    const { code, output } = await run(pinnedNode, args, options);
    if (code !== 0) throw new Error(`The web pages could not be built:\n${output}`);
  }
}

function builtFrom() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
}

/** By content, not by time: a fresh clone or a checkout of an older version has new times. */
function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesUnder)) {
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
