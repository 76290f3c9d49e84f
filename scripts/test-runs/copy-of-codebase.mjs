/**
 * A copy of this checkout in a folder of its own, to be changed and built there by tests: the packages of others
 * are lent to it, our own are its own.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pinnedNode, root, run, toolEnvironment } from '../project.mjs';

const ownPackages = ['contract', 'server', 'web'];
const files = ['package.json', 'package-lock.json', 'tsconfig.base.json'];
const copied = [...ownPackages, 'scripts', 'texts', ...files];
/** Made anew there, or too heavy. */
const left = new Set(['node_modules', 'dist', '.cache', 'data', 'test-results']);

/**
 * Brings the copy in this folder up to date; what was built in it stays.
 * @param {string} folder
 */
export function copyCodebase(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of copied) {
    for (const old of existsSync(join(folder, name)) ? partsOf(join(folder, name)) : []) {
      rmSync(old, { recursive: true, force: true });
    }
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !left.has(path.split(/[\\/]/u).at(-1) ?? ''),
    });
  }
  // What is made of the texts came along as it is here.
  rmSync(join(folder, '.cache/texts'), { force: true });
  for (const place of ['.', ...ownPackages]) lendPackages(folder, join(place, 'node_modules'));
  for (const name of ownPackages) {
    link(join(folder, name), join(folder, 'node_modules/@baari', name));
  }
}

/**
 * Builds the pages of the copy, unless they are built of the same; throws, with what the build said, when it fails.
 * @param {string} folder
 * @param {Record<string, string>} environment
 */
export async function buildCopy(folder, environment = {}) {
  const builder = pathToFileURL(join(folder, 'scripts/build-web.mjs')).href;
  const code = `(await import(${JSON.stringify(builder)})).ensureWebIsBuilt()`;
  const { code: failed, output } = await run(
    pinnedNode,
    ['--input-type=module', '--eval', `await ${code}`],
    {
      cwd: folder,
      env: toolEnvironment({ BAARI_QUICK_BUILD: '1', ...environment }),
      isQuiet: true,
    },
  );
  if (failed !== 0) throw new Error(`The copy could not be built:\n${output}`);
}

/**
 * What was copied before; not what was built there.
 * @param {string} path
 */
function partsOf(path) {
  if (path.endsWith('.json')) return [path];
  return readdirSync(path)
    .filter((name) => !left.has(name))
    .map((name) => join(path, name));
}

/**
 * @param {string} folder
 * @param {string} path
 */
function lendPackages(folder, path) {
  if (!existsSync(join(root, path))) return;
  // `.bin` names programs; all else with a dot is something that was put by.
  const lent = readdirSync(join(root, path)).filter(
    (name) => !/^(?:@baari$|\.(?!bin$))/u.test(name),
  );
  for (const name of lent) link(join(root, path, name), join(folder, path, name));
}

/**
 * @param {string} target
 * @param {string} path
 */
function link(target, path) {
  mkdirSync(join(path, '..'), { recursive: true });
  if (!existsSync(path)) symlinkSync(target, path);
}
