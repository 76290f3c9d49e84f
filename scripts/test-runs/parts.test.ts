/**
 * Checks which tests `npm test` and `npm run test:all` run. Together the two commands run all
 * tests, and `npm test` alone covers each capability of the product.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { inModules, root } from '../project.mjs';
import { gateWord, hasTestsOf, longWord, namesOf, type Part, partVariable } from './parts.mjs';

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const isJourney = (file: string) => !file.includes('e2e/src/components/');
const nodeFiles = globSync('{contract,server,web}/src/**/*.test.ts', { cwd: root }).concat(
  globSync('{bench,scripts}/**/*.test.ts', { cwd: root }),
);
const browserFiles = globSync('e2e/src/**/*.test.ts', { cwd: root });

/**
 * The capabilities of the product. Each pattern finds a browser test of `npm test` that shows the
 * capability, by the test's file, words or requirement numbers.
 */
const capabilities: Readonly<Record<string, RegExp>> = {
  'a hospital is set up': /WIZ-1\b/u,
  'a patient finds a hospital and asks for a place': /PAT-2\b.*PAT-9\b/u,
  'a request is approved': /ADM-6\b/u,
  'a patient is called': /QST-4\b/u,
  'a visit is completed': /QST-5\b/u,
  'a patient follows the place': /PAT-11\b/u,
  'a patient leaves': /QST-7\b/u,
  'a walk-in gets a ticket': /ARR-2\b/u,
  'a kiosk checks in': /ARR-5\b/u,
  'a display calls': /ARR-6\b/u,
  'an appointment is booked': /APPT-1\b/u,
  'a patient comes later': /WAIT-1\b/u,
  'questions before the visit': /ASSESS-1\b/u,
  'a summary by a model': /ASSESS-5\b/u,
  'a report is written and read': /RPT-1\b.*PAT-13\b/u,
  'who reads a report': /SEC-25\b/u,
  consents: /SEC-26\b/u,
  'a visit of several stops': /LINE-4\b/u,
  'the order of a line': /INV-12\b/u,
  'taking a mistake back': /DESK-1\b/u,
  'finding by keys': /DESK-6\b/u,
  'known patients': /DESK-7\b/u,
  'the keyboard alone': /keyboard\.test/u,
  'the day is closed': /DAY-1\b/u,
  'a doctor goes': /DAY-2\b/u,
  'a doctor’s week': /DOC-1\b/u,
  'a doctor’s status': /DST-1\b/u,
  'a doctor’s console': /CONS-6\b/u,
  'doctors are managed': /ADM-2\b/u,
  'figures of a period': /ADM-1\b/u,
  'the trail': /SEC-13\b/u,
  'staff are invited': /ROLE-6\b/u,
  'staff ask to join': /JOINH-1\b/u,
  'two hospitals': /ROLE-9\b/u,
  'signing in with a password': /LOGIN-1\b/u,
  'signing in with Google': /google\.test.*LOGIN-2\b/u,
  'signing in at a hospital': /hospital-sign-in\.test/u,
  'signing up by phone': /VERI-4/u,
  'a passkey': /passkey/u,
  'a second factor': /two-factor/u,
  'signing out': /AUTH-2\b/u,
  notifications: /notifications\.test.*on this device/u,
  'no network': /\boffline\b|\bconnection is back\b/u,
  'the live connection': /EV-8\b/u,
  'several people at one queue': /INV-1\b/u,
  'the family of an account': /people\.test/u,
  'the profile': /PAT-14\b/u,
  erasure: /erasure/u,
  'how long records are kept': /SEC-14\b/u,
  ratings: /ENT-3\b/u,
  photos: /photos\.test/u,
  'hospitals nobody has confirmed': /SEC-20\b/u,
  'what was typed is kept': /unsaved\.test/u,
  'Back and Forward': /ROUTE-28\b/u,
  'another language': /tongues\.test.*ENT-9\b/u,
  'screens without signing in': /LAND-1\b/u,
  'pages drawn by the server': /prerendered-pages\.test/u,
  'the weight of a page': /weight\.test/u,
};

test('the short test run contains a browser test for each capability of Baari [WORK-5]', () => {
  const journeys = browserFiles
    .filter(isJourney)
    .flatMap((file) => namesOf(textOf(file)).map((name) => `${file}: ${name}`))
    .filter((name) => name.includes(gateWord));
  const missing = Object.entries(capabilities)
    .filter(([, shown]) => !journeys.some((name) => shown.test(name)))
    .map(([capability]) => capability);
  assert.deepEqual(missing, []);
});

test('only browser tests of whole journeys may be marked for the short test run, and these may not be marked as excluded from it [WORK-5]', () => {
  const wordsIn = (files: readonly string[], word: string) =>
    files.filter((file) => namesOf(textOf(file)).some((name) => name.includes(word)));
  assert.deepEqual(wordsIn(nodeFiles, gateWord), []);
  assert.deepEqual(wordsIn(browserFiles.filter(isJourney), longWord), []);
  assert.deepEqual(
    wordsIn(
      browserFiles.filter((file) => !isJourney(file)),
      gateWord,
    ),
    [],
  );
});

test('each test file with short tests belongs to the short test run, and each file with other tests to the remaining run [WORK-5]', () => {
  for (const file of nodeFiles) {
    const text = textOf(file);
    assert.ok(hasTestsOf(text, 'gate') || hasTestsOf(text, 'rest'), file);
    if (!text.includes(longWord)) assert.equal(hasTestsOf(text, 'rest'), false, file);
  }
});

const listed = z.object({
  suites: z.array(z.unknown()),
});
const suite = z.object({
  title: z.string(),
  suites: z.array(z.unknown()).default([]),
  specs: z
    .array(z.object({ title: z.string(), tests: z.array(z.object({ projectName: z.string() })) }))
    .default([]),
});

/**
 * The browser tests that a part of the tests runs, each as "project file title". If no part is
 * given, all browser tests.
 */
function browserTestsOf(part?: Part): Set<string> {
  const { stdout } = spawnSync(
    process.execPath,
    [inModules('@playwright/test/cli.js'), 'test', '--list', '--reporter=json'],
    {
      cwd: join(root, 'e2e'),
      env: { PATH: process.env['PATH'], [partVariable]: part ?? '' },
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    },
  );
  const found = new Set<string>();
  const collect = (given: unknown, path: string) => {
    const { title, suites, specs } = suite.parse(given);
    for (const spec of specs) {
      for (const { projectName } of spec.tests) {
        found.add(`${projectName} ${path} ${title} ${spec.title}`);
      }
    }
    for (const inner of suites) collect(inner, `${path} ${title}`);
  };
  const begin = stdout.indexOf('{');
  for (const each of listed.parse(JSON.parse(stdout.slice(begin))).suites) collect(each, '');
  return found;
}

test('the short test run and the remaining tests together run every browser test once [WORK-5] @long', () => {
  const [all, gate, rest] = [browserTestsOf(), browserTestsOf('gate'), browserTestsOf('rest')];
  assert.ok(all.size > 500 && gate.size > 100);
  const either = new Set([...gate, ...rest]);
  assert.deepEqual([...either].toSorted(), [...all].toSorted());
  assert.deepEqual(
    [...gate].filter((name) => rest.has(name)),
    [],
  );
});
