/**
 * Tests the lists in CONTRIBUTING.md: they must name existing files, and files that the cited
 * commits changed.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../project.mjs';

const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const inCode = /`([^`\s]+)`/gu;
const isPath = /^(?:[\w.-]+\/)+[\w.-]+\.\w+$|^\.[\w-]+\.mjs$/u;

/**
 * Reads each section "Add …" of CONTRIBUTING.md. Returns the commits that the section cites, and
 * the files that its numbered steps name.
 */
function recipes() {
  return page
    .split('\n## ')
    .filter((section) => section.startsWith('Add '))
    .map((section) => {
      const [title = ''] = section.split('\n', 1);
      const lines = section.split('\n');
      const steps = lines.filter((line) => /^\d+\. /u.test(line));
      const commits = namesIn(lines.find((line) => line.startsWith('As ')) ?? '');
      return { title, commits, files: steps.flatMap(namesIn).filter((name) => isPath.test(name)) };
    });
}

function namesIn(text: string): string[] {
  return [...text.matchAll(inCode)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/**
 * The files that a commit changed; undefined without the git history, as in an archive or a shallow
 * clone.
 */
function filesOf(commit: string): string[] | undefined {
  const args = ['show', '--format=', '--name-only', commit];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n') : undefined;
}

test('every file that the guide for contributors names exists [WORK-6]', () => {
  const names = namesIn(page).filter((name) => isPath.test(name));
  assert.equal(recipes().length, 4);
  assert.deepEqual(
    names.filter((name) => !existsSync(join(root, name))),
    [],
  );
});

test('every browser test that the guide for contributors names as an example exists [WORK-6]', () => {
  const examples = [...page.matchAll(/test:e2e -- (\S+\.test\.ts) -g "([^"]+)"/gu)];
  assert.ok(examples.length > 0);
  for (const [, file = '', words = ''] of examples) {
    const titles = readFileSync(join(root, 'e2e/src', file), 'utf8').matchAll(/^test\('(.*?)'/gmu);
    assert.ok(
      [...titles].some(([, title = '']) => title.includes(words)),
      `${file} has no test with ${words}`,
    );
  }
});

for (const { title, commits, files } of recipes()) {
  const touched = commits.map(filesOf);
  const skip = touched.includes(undefined) ? 'The history of the repository is not here.' : false;
  test(`the guide section "${title}" lists files that its example commits changed [WORK-6]`, {
    skip,
  }, () => {
    assert.ok(commits.length > 0);
    assert.ok(files.length >= 8);
    // A file may have moved to another folder since the commit, so only names are compared.
    const known = new Set(touched.flat().map((file) => basename(file ?? '')));
    assert.deepEqual(
      files.filter((file) => !known.has(basename(file))),
      [],
    );
  });
}
