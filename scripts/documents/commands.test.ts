/**
 * Tests the commands in the documents. Each command must be an npm script or an existing file, and
 * its arguments must exist. A command that this test cannot check is listed below with the reason.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../project.mjs';
import { type Command, commandsOf, documents, textOf } from './documents.ts';

/** The beginnings of commands that this test does not check, with the reason. */
const notRunHere: readonly (readonly [begins: string, reason: string])[] = [
  ['docker ', 'needs Docker; deploy.test.ts builds and runs the image with buildah and podman'],
  ['install --directory', 'writes outside the checkout, for the user of the container image'],
  ['apt-get install', 'installs packages of the machine; npm test installs those that it needs'],
  ['age --decrypt', 'needs a backup and its key; backup.test.ts opens one with age'],
  ['git config --unset core.hooksPath', 'changes the settings of the checkout'],
  ['git archive', 'named as a tool of the bench, not to be typed'],
  ['grep -rn', 'prints lines of the checkout'],
];
const scriptsOfNpm = new Set(['start', 'test', 'install']);

const scripts = new Set([...textOf('package.json').matchAll(/^ {4}"([\w:-]+)": "/gmu)].map(first));
const rows = new Set(
  [...textOf('docs/requirements.md').matchAll(/^\| ([A-Z]+-\d+) /gmu)].map(first),
);
const browserTests = globSync('e2e/src/**/*.test.ts', { cwd: root }).map((path) => basename(path));
const benchParts = new Set(
  globSync('bench/parts/*.ts', { cwd: root }).flatMap((path) =>
    [...textOf(path).matchAll(/\bname: '([\w-]+)'/gu)].map(first),
  ),
);
const variables = new Set(
  globSync(['scripts/**/*.{ts,mjs}', 'bench/**/*.ts', 'e2e/**/*.ts', 'server/src/**/*.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**', 'scripts/documents/**'],
  }).flatMap((path) =>
    [...textOf(path).matchAll(/\b(?:BAARI|DATABASE|DATA|SMTP)_[A-Z_]+\b/gu)].map(String),
  ),
);

const commands = documents.flatMap(commandsOf);

for (const document of documents.filter((each) => commands.some((c) => c.document === each))) {
  test(`every shell command in ${document} exists, or is listed as not checked by this test [WORK-6]`, () => {
    const own = commands.filter((command) => command.document === document);
    assert.deepEqual(own.flatMap(faultsOf), []);
  });
}

test('the documents contain commands, and each command that is exempt from the check still occurs in a document [WORK-6]', () => {
  assert.ok(commands.length > 80, `${commands.length} commands were found`);
  const unused = notRunHere.filter(
    ([begins]) => !commands.some(({ text }) => text.includes(begins)),
  );
  assert.deepEqual(unused, []);
});

/**
 * Returns the parts of a command that do not exist. The list is empty for a command that this test
 * does not check.
 */
function faultsOf({ text, line }: Command): string[] {
  const settings = [...text.matchAll(/(?<=^|\s)([A-Z][A-Z_]+)=\S*/gu)].map(first);
  const words = text.split(/\s+/u).filter((word) => !/^[A-Z_]+=/u.test(word));
  const faults = [
    ...settings
      .filter((name) => name.startsWith('BAARI_') && !variables.has(name))
      .map((name) => `nothing reads ${name}`),
    ...faultsOfProgram(words, text),
  ];
  return faults.map((fault) => `line ${line}: ${fault} (${text})`);
}

function faultsOfProgram(words: readonly string[], text: string): string[] {
  if (notRunHere.some(([begins]) => words.join(' ').startsWith(begins))) return [];
  const [program = '', ...args] = words;
  if (program === 'export') return [];
  if (program.endsWith('node'))
    return args.filter((arg) => /\.(?:ts|mjs)$/u.test(arg)).flatMap(missing);
  if (program !== 'npm') return [`${program} is unknown: add it to notRunHere with the reason`];
  const [name = '', ...rest] =
    args[0] === 'run' ? args.slice(1).filter((arg) => arg !== '-s') : args;
  if (!scripts.has(name) && !scriptsOfNpm.has(name)) return [`there is no npm script ${name}`];
  return faultsOfScript(
    name,
    rest.filter((arg) => !arg.startsWith('-')),
    text,
  );
}

/** Checks the arguments with which the documents call an npm script. */
function faultsOfScript(name: string, args: readonly string[], text: string): string[] {
  switch (name) {
    case 'test:unit':
      return text.includes('--share') ? [] : args.flatMap(missing);
    case 'test:e2e':
      return args
        .slice(0, 1)
        .filter((arg) => !browserTests.some((file) => file.includes(arg)))
        .map((arg) => `no browser test is called ${arg}`);
    case 'bench':
      return args
        .slice(0, 1)
        .filter((arg) => !benchParts.has(arg))
        .map((arg) => `the bench has no part ${arg}`);
    case 'requirements':
      return args.filter((arg) => !rows.has(arg)).map((arg) => `there is no row ${arg}`);
    case 'operator':
      return args
        .slice(0, 1)
        .filter(
          (arg) =>
            !textOf('server/src/operator/operator-command.ts').includes(`operator -- ${arg}`),
        )
        .map((arg) => `the operator has no command ${arg}`);
    default:
      return [];
  }
}

function missing(path: string): string[] {
  return existsSync(join(root, path)) ? [] : [`there is no ${path}`];
}

function first([, name = '']: RegExpMatchArray): string {
  return name;
}
