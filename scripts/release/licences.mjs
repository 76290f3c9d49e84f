/**
 * Checks the licences of what a release contains: the packages that the server runs with, and what
 * is built into the pages. Runs on Node 20 and later.
 */

/** Licences that let a hospital run and pass on the whole without opening its own code. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Binds only changes of the package's own files, and we change none.
  'MPL-2.0',
  // For fonts.
  'OFL-1.1',
  'Unlicense',
]);

/** Packages without a licence in the lock file; their LICENSE files were read. */
const read = new Map([['png-js', 'MIT']]);

/** @typedef {{ dev?: boolean, link?: boolean, license?: string | undefined }} LockedPackage */
/** @typedef {{ name: string, licence: string | undefined }} Licensed */

/**
 * The installed packages that are no tools of development.
 * @param {Record<string, LockedPackage>} packages of package-lock.json by path
 * @returns {Licensed[]}
 */
export function packagesOfServer(packages) {
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, licence: license ?? read.get(name) };
    });
}

/**
 * What is built into the pages, by the headings of `licenses.txt`.
 * @param {string} text
 * @returns {Licensed[]}
 */
export function packagesOfPages(text) {
  const headings = text.matchAll(/^## (?<name>\S+) - \S+ \((?<licence>[^)]+)\)$/gmu);
  return [...headings].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    licence: groups?.['licence'],
  }));
}

/**
 * One line for each package whose licence is missing or not allowed.
 * @param {readonly Licensed[]} packages
 */
export function forbiddenLicences(packages) {
  return packages
    .filter(({ licence }) => licence === undefined || !allowed.has(licence))
    .map(({ name, licence }) => `${name}: ${licence ?? 'no licence is named'}`);
}
