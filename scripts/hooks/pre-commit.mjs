/**
 * The pre-commit hook: formats the staged files and stages them again, then lints them. Refuses the commit when a
 * file cannot be formatted or lint finds an error. `npm run hooks` switches it on. Runs on Node 20 and later.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inModules, pinnedNode, root } from '../project.mjs';

const biome = inModules('@biomejs/biome/bin/biome');
const oxlint = inModules('oxlint/bin/oxlint');
const formatted = /\.(?:ts|tsx|mjs|js|json|css)$/u;
const linted = /\.(?:ts|tsx|mjs|js)$/u;
/** Options of the formatter Biome. It leaves files alone that its own configuration ignores. */
const biomeOptions = ['--no-errors-on-unmatched', '--colors=off'];

if (!existsSync(biome) || !existsSync(oxlint)) {
  refuse('The packages are not installed: run "npm install", then commit again.');
}

const staged = filesOf(['diff', '--cached', '--name-only', '-z', '--diff-filter=ACMR']);
const changedSince = new Set(filesOf(['diff', '--name-only', '-z']));

formatWhole(staged.filter((file) => formatted.test(file) && !changedSince.has(file)));
const unformatted = staged.filter(
  (file) => formatted.test(file) && changedSince.has(file) && !isFormatted(file),
);
if (unformatted.length > 0) {
  refuse(
    `${unformatted.join('\n')}\nThese files have unstaged changes and their staged part is badly formatted. ` +
      'Run "npm run format", stage them and commit again.',
  );
}
// Lint reads the files on disk. A file with unstaged changes is left out, because its staged text
// differs.
lint(staged.filter((file) => linted.test(file) && !changedSince.has(file)));

/**
 * Formats files without unstaged changes, and stages the result.
 * @param {string[]} files
 */
function formatWhole(files) {
  if (files.length === 0) return;
  const { status, output } = runTool(biome, ['format', '--write', ...biomeOptions, ...files]);
  if (status !== 0) refuse(output);
  git(['add', '--', ...files]);
}

/**
 * Whether the staged text of a file is formatted. The file on disk has unstaged changes and stays
 * untouched.
 * @param {string} file
 */
function isFormatted(file) {
  const text = git(['show', `:${file}`]);
  const { status, stdout } = runTool(biome, ['format', `--stdin-file-path=${file}`], text);
  return status === 0 && (stdout === text || stdout === '');
}

/**
 * Lints without type information, which takes under a second. `npm run check` lints with it.
 * @param {string[]} files
 */
function lint(files) {
  if (files.length === 0) return;
  const { status, output } = runTool(oxlint, ['--no-error-on-unmatched-pattern', ...files]);
  if (status !== 0) refuse(output);
}

/**
 * @param {string} tool
 * @param {string[]} args
 * @param {string} [input]
 */
function runTool(tool, args, input = '') {
  const options = /** @type {const} */ ({ cwd: root, encoding: 'utf8', input });
  const { status, stdout, stderr } = spawnSync(pinnedNode, [tool, ...args], options);
  return { status, stdout, output: `${stdout}${stderr}` };
}

/**
 * Returns the paths that a git command prints, separated by NUL.
 * @param {string[]} args
 */
function filesOf(args) {
  return git(args)
    .split('\0')
    .filter((path) => path !== '');
}

/** @param {string[]} args */
function git(args) {
  const options = /** @type {const} */ ({ cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const { status, stdout, stderr } = spawnSync('git', args, options);
  if (status !== 0) refuse(stderr);
  return stdout;
}

/**
 * @param {string} why
 * @returns {never}
 */
function refuse(why) {
  console.error(why.trimEnd());
  console.error(
    'The commit was refused by .githooks/pre-commit ("git commit --no-verify" skips it).',
  );
  process.exit(1);
}
