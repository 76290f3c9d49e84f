/**
 * Finds the regular expressions of the shipped code and checks with an automaton that each takes
 * linear time. An expression that takes longer could block the event loop when it reads a header or
 * form field.
 *
 * `node scripts/checks/expressions.ts [folder]` reads the checkout, or a folder with the same
 * structure. Results are cached under .cache, because the slowest checks take seconds.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from '@swc/core';
import { check, type Diagnostics } from 'recheck';
import recheckPackage from 'recheck/package.json' with { type: 'json' };
import { root } from '../project.mjs';

interface Expression {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

interface Problem {
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

const shipped = ['contract/src', 'server/src', 'web/src', 'web/public'].map(
  (folder) => `${folder}/**/*.{ts,tsx,js}`,
);
const judgeMayTakeMs = 120_000;
const cacheFile = join(root, '.cache/expressions.json');

process.exitCode = await main(process.argv[2] ?? root);

async function main(folder: string): Promise<number> {
  const { expressions, problems } = findIn(folder);
  const safe = readSafe();
  for (const expression of expressions) {
    const key = `/${expression.source}/${expression.flags}`;
    if (safe.has(key)) continue;
    const why = await whyUnsafe(expression);
    if (why === undefined) safe.add(key);
    else problems.push({ ...expression, why: `${key} ${why}` });
  }
  keepSafe(safe);
  for (const { file, line, why } of problems) console.error(`${file}:${line}: ${why}`);
  console.log(`${expressions.length} expressions, ${problems.length} problems.`);
  return problems.length === 0 && expressions.length > 0 ? 0 : 1;
}

/** Returns why a regular expression is unsafe; undefined if it takes linear time. */
async function whyUnsafe({ source, flags }: Expression): Promise<string | undefined> {
  const options = { timeout: judgeMayTakeMs };
  let verdict: Diagnostics = await check(source, flags, { ...options, checker: 'automaton' });
  // The automaton supports neither lookaround nor back references. Regular expressions with these
  // are tested by matching them against texts.
  if (verdict.status === 'unknown' && verdict.error.kind === 'unsupported') {
    verdict = await check(source, flags, { ...options, checker: 'fuzz' });
  }
  switch (verdict.status) {
    case 'safe':
      return undefined;
    case 'vulnerable':
      return `takes ${verdict.complexity.summary} time, as for ${verdict.attack.pattern}`;
    case 'unknown':
      return `could not be judged (${verdict.error.kind}): write it more simply`;
  }
}

function readSafe(): Set<string> {
  if (!existsSync(cacheFile)) return new Set();
  const kept: unknown = JSON.parse(readFileSync(cacheFile, 'utf8'));
  if (!isRecord(kept) || kept['judgedBy'] !== recheckPackage.version) return new Set();
  const { safe } = kept;
  return new Set(Array.isArray(safe) ? safe.filter((key) => typeof key === 'string') : []);
}

function keepSafe(safe: ReadonlySet<string>): void {
  mkdirSync(dirname(cacheFile), { recursive: true });
  const kept = { judgedBy: recheckPackage.version, safe: [...safe].toSorted() };
  writeFileSync(cacheFile, `${JSON.stringify(kept, undefined, 1)}\n`);
}

interface Found {
  readonly expressions: Expression[];
  /**
   * Problems with regular expressions that are composed at run time, so that they cannot be
   * checked.
   */
  readonly problems: Problem[];
}

function findIn(folder: string): Found {
  const found: Found = { expressions: [], problems: [] };
  for (const file of globSync(shipped, { cwd: folder }).toSorted()) {
    if (file.includes('.test.') || file.includes('/testing/')) continue;
    findInFile(file, readFileSync(join(folder, file), 'utf8'), found);
  }
  return found;
}

function findInFile(file: string, text: string, found: Found): void {
  const program = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') });
  const constants = constantsOf(program);
  visit(program, (node) => {
    if (node['type'] === 'RegExpLiteral') {
      const [source, flags] = [String(node['pattern']), String(node['flags'])];
      const line = lineOf(text, `/${source}/${flags}`);
      found.expressions.push({ file, line, source, flags });
    } else if (makesExpression(node)) {
      const [source, flags = ''] = argumentsOf(node).map((value) => textOf(value, constants));
      const line = lineOf(text, 'RegExp(');
      if (source !== undefined) found.expressions.push({ file, line, source, flags });
      else
        found.problems.push({ file, line, why: 'an expression that is put together at run time' });
    }
  });
}

function makesExpression(node: Node): boolean {
  const isCall = node['type'] === 'NewExpression' || node['type'] === 'CallExpression';
  return isCall && isRecord(node['callee']) && node['callee']['value'] === 'RegExp';
}

function argumentsOf(node: Node): unknown[] {
  const given = node['arguments'];
  return Array.isArray(given)
    ? given.map((one: unknown) => (isRecord(one) ? one['expression'] : undefined))
    : [];
}

/** The values of a file's constants, by name. */
function constantsOf(program: unknown): Map<string, unknown> {
  const constants = new Map<string, unknown>();
  visit(program, (node) => {
    if (node['type'] !== 'VariableDeclaration' || node['kind'] !== 'const') return;
    for (const declared of Array.isArray(node['declarations']) ? node['declarations'] : []) {
      if (!isRecord(declared) || !isRecord(declared['id'])) continue;
      constants.set(String(declared['id']['value']), declared['init']);
    }
  });
  return constants;
}

/** The source text of an expression; undefined if it is known only at run time. */
function textOf(value: unknown, constants: ReadonlyMap<string, unknown>): string | undefined {
  if (!isRecord(value)) return undefined;
  switch (value['type']) {
    case 'StringLiteral':
      return String(value['value']);
    case 'Identifier':
      return textOf(constants.get(String(value['value'])), constants);
    case 'TemplateLiteral':
      return templateOf(value, 'cooked', constants);
    case 'TaggedTemplateExpression':
      // String.raw is the only template tag whose result can be computed without running the code.
      return isRecord(value['template'])
        ? templateOf(value['template'], 'raw', constants)
        : undefined;
    default:
      return undefined;
  }
}

function templateOf(
  template: Node,
  kind: 'cooked' | 'raw',
  constants: ReadonlyMap<string, unknown>,
): string | undefined {
  const { quasis, expressions } = template;
  if (!Array.isArray(quasis) || !Array.isArray(expressions)) return undefined;
  let text = '';
  for (const [index, quasi] of quasis.entries()) {
    if (!isRecord(quasi)) return undefined;
    text += String(quasi[kind]);
    if (index >= expressions.length) continue;
    const between = textOf(expressions[index], constants);
    if (between === undefined) return undefined;
    text += between;
  }
  return text;
}

type Node = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (!isRecord(node)) return;
  see(node);
  for (const [key, value] of Object.entries(node)) if (key !== 'span') visit(value, see);
}

function lineOf(text: string, part: string): number {
  return text.slice(0, text.indexOf(part)).split('\n').length;
}
