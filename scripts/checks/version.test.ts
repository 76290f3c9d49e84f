/**
 * Tests the version number: it is in the root's package.json, and the changelog describes its
 * changes.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import { root } from '../project.mjs';

const packageFile = z.object({
  version: z.string().optional(),
  workspaces: z.array(z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
});

const lockFile = z.object({
  version: z.string(),
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
});

function packageOf(folder: string): z.output<typeof packageFile> {
  return packageFile.parse(JSON.parse(readFileSync(`${root}${folder}package.json`, 'utf8')));
}

const { version, workspaces = [] } = packageOf('');

test('all parts of the project have the same version number [WORK-2]', () => {
  assert.match(version ?? '', /^\d+\.\d+\.\d+$/u);
  assert.ok(workspaces.length > 0);
  for (const workspace of workspaces) {
    const { version: own, dependencies = {} } = packageOf(`${workspace}/`);
    assert.equal(own, version, `${workspace} has another version`);
    for (const [name, wanted] of Object.entries(dependencies)) {
      if (name.startsWith('@baari/')) assert.equal(wanted, '*', `${workspace} on ${name}`);
    }
  }
  assert.equal(
    packageOf('packages/client/').version,
    version,
    'hospitals install the client by it',
  );
  const lock = lockFile.parse(JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')));
  for (const path of ['', ...workspaces]) {
    assert.equal(lock.packages[path]?.version, version, `package-lock.json: ${path}`);
  }
  assert.equal(lock.version, version, 'run npm install after changing the version');
});

test('the changelog begins with the unreleased changes, then this version, and is sorted newest first [WORK-2]', () => {
  const text = readFileSync(`${root}CHANGELOG.md`, 'utf8');
  const headings = [...text.matchAll(/^## (?<heading>.+)$/gmu)].map(
    ({ groups }) => groups?.['heading'] ?? '',
  );
  const [unreleased, ...released] = headings;
  assert.equal(unreleased, '[Unreleased]');
  const known = released.map((heading) => {
    const { groups } = /^\[(?<version>\d+\.\d+\.\d+)\] - (?<date>\d{4}-\d\d-\d\d)$/u.exec(
      heading,
    ) ?? { groups: undefined };
    assert.ok(groups, `not "[1.2.3] - 2026-01-31": ${heading}`);
    return groups;
  });
  // Before the first release all changes are unreleased.
  if (known[0] !== undefined) assert.equal(known[0]['version'], version);
  const dates = known.map((each) => each['date'] ?? '');
  assert.deepEqual(dates, dates.toSorted().toReversed());
  for (const [, section] of text.matchAll(/^### (.+)$/gmu)) {
    assert.match(section ?? '', /^(?:Added|Changed|Deprecated|Removed|Fixed|Security)$/u);
  }
});
