/** The change log's sections and the order of versions. Runs on Node 20 and later. */

const unreleasedHeading = '## [Unreleased]';
const versionPattern = /^(\d+)\.(\d+)\.(\d+)$/u;

/**
 * Whether a text is a version as releases have it, such as 1.2.3.
 * @param {string} text
 */
export function isVersion(text) {
  return versionPattern.test(text);
}

/**
 * Compares two versions by their numbers; positive if the first one is newer.
 * @param {string} one
 * @param {string} other
 */
export function compareVersions(one, other) {
  const [ones, others] = [one, other].map((text) => text.split('.').map(Number));
  return ones?.map((number, index) => number - (others?.[index] ?? 0)).find(Boolean) ?? 0;
}

/**
 * The text below "Unreleased", without its heading; empty if there is none.
 * @param {string} changelog
 */
export function unreleasedOf(changelog) {
  const [, after = ''] = changelog.split(`${unreleasedHeading}\n`);
  const [section = ''] = after.split(/^## /mu);
  return section.trim();
}

/**
 * The change log after a release: what was unreleased has the version and the date as its heading,
 * and the unreleased section is empty.
 * @param {string} changelog
 * @param {string} version
 * @param {string} date as 2026-01-31
 */
export function releasedChangelog(changelog, version, date) {
  return changelog.replace(
    `${unreleasedHeading}\n`,
    `${unreleasedHeading}\n\n## [${version}] - ${date}\n`,
  );
}
