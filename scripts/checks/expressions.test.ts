import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Regular expressions that may take too long to match, each in a file of its own. The check must
 * find all of them.
 */
const planted: Record<string, { file: string; text: string; says: RegExp }> = {
  'that splits a header at spaces that it also skips': {
    file: 'server/src/site/language.ts',
    text: 'export const parts = (header: string) => header.split(/\\s*;\\s*q=/u);\n',
    says: /\/\\s\*;\\s\*q=\/u takes 2nd degree polynomial time/u,
  },
  'that cuts slashes off the end of a text': {
    file: 'server/src/config.ts',
    text: "export const cut = (url: string) => url.replace(/\\/+$/u, '');\n",
    says: /takes 2nd degree polynomial time/u,
  },
  'that takes exponential time': {
    file: 'contract/src/fields.ts',
    text: 'export const name = /^(?:\\w+ ?)+$/u;\n',
    says: /takes exponential time/u,
  },
  'in a component': {
    file: 'web/src/ui/layout/card.tsx',
    text: 'export const Card = ({ name }: { name: string }) => <b>{/.*,.*;/.exec(name)}</b>;\n',
    says: /takes 3rd degree polynomial time/u,
  },
  'made of constants': {
    file: 'server/src/reports/words.ts',
    text: "const gap = String.raw`\\s`;\nexport const words = new RegExp(`${gap}*,${gap}*;`, 'u');\n",
    says: /words\.ts:2: \/\\s\*,\\s\*;\/u takes 2nd degree polynomial time/u,
  },
  'made of what comes in': {
    file: 'server/src/queue/search.ts',
    text: "export const like = (asked: string) => new RegExp(asked, 'u');\n",
    says: /search\.ts:1: an expression that is put together at run time/u,
  },
};

const innocent: Record<string, string> = {
  'server/src/queue/token.ts': [
    'export const token = /^[A-Z]{1,3}-\\d+$/u;',
    'export const notes = /(?:^|, )(?=note)/u;',
    "const letters = 'a-z';",
    "export const spaced = new RegExp(`[${letters}]+|[^${letters}]+`, 'gu');",
    '',
  ].join('\n'),
  'server/src/queue/token.test.ts': 'export const inTests = /\\s*;\\s*q=/u;\n',
  'server/src/testing/people.ts': 'export const forTests = /\\s*;\\s*q=/u;\n',
};

describe('the check of regular expressions', () => {
  let folder = '';
  let said = '';
  let code: number | null = null;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'baari-expressions-'));
    for (const { file, text } of Object.values(planted)) plant(file, text);
    for (const [file, text] of Object.entries(innocent)) plant(file, text);
    const program = join(root, 'scripts/checks/expressions.ts');
    const run = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' });
    said = run.stderr + run.stdout;
    code = run.status;
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [what, { file, says }] of Object.entries(planted)) {
    it(`the check of regular expressions finds an unsafe expression: ${what} [SEC-16]`, () => {
      const lines = said.split('\n').filter((line) => line.startsWith(`${file}:`));
      assert.equal(lines.length, 1, said);
      assert.match(lines[0] ?? '', says);
    });
  }

  it('the check of regular expressions fails on unsafe expressions, and reports neither safe expressions nor test files [SEC-16]', () => {
    assert.equal(code, 1, said);
    for (const file of Object.keys(innocent)) assert.ok(!said.includes(file), said);
    assert.match(said, /^8 expressions, 6 problems\.$/mu, said);
  });

  it('the check of regular expressions fails if it finds no regular expression at all', () => {
    const empty = mkdtempSync(join(tmpdir(), 'baari-expressions-'));
    const program = join(root, 'scripts/checks/expressions.ts');
    assert.equal(spawnSync(process.execPath, [program, empty]).status, 1);
    rmSync(empty, { recursive: true });
  });

  function plant(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
});
