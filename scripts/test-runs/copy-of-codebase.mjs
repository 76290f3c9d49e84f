/**
 * Copies this checkout to another folder, where tests can change and build it. The copy has its own
 * files of our packages and links to the installed packages of others.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pinnedNode, root, run, toolEnvironment } from '../project.mjs';

const ownPackages = ['contract', 'server', 'web'];
const files = ['package.json', 'package-lock.json', 'tsconfig.base.json'];
const copied = [...ownPackages, 'scripts', 'texts', ...files];
/**
 * Names of folders that are not copied, because the copy makes its own folder or because the folder
 * is too large.
 */
const left = new Set(['node_modules', 'dist', '.cache', 'data', 'test-results']);

/**
 * Brings the copy in this folder up to date, and keeps what was built there.
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
  // The generated texts were copied from this checkout. So the copy's cached record of the text
  // generation is outdated.
  rmSync(join(folder, '.cache/texts'), { force: true });
  for (const place of ['.', ...ownPackages]) lendPackages(folder, join(place, 'node_modules'));
  for (const name of ownPackages) {
    link(join(folder, name), join(folder, 'node_modules/@baari', name));
  }
}

/**
 * Builds the pages of the copy, unless they are already built from the same sources. Throws an
 * error with the output of the build if it fails.
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
 * The paths in a folder of the copy that an earlier run copied, without those that were built in
 * the copy.
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
  // `.bin` holds programs. Other names with a dot are caches and the like.
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
