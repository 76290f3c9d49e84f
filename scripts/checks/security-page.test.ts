import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('security-page.ts', import.meta.url));

const files: Record<string, string> = {
  'docs/decisions/server/001-first.md': '# 001\n',
  'server/src/queue/lock.ts': 'export {};\n',
  'server/src/queue/lock.test.ts': "test('the door stays shut [SEC-1]', () => {});\n",
};

/**
 * Rows of a security page. Each row has the message that the check must give about it; undefined
 * for a valid row.
 */
const rows: readonly (readonly [row: string, says: RegExp | undefined])[] = [
  ['| a | `queue/lock.ts`, decision 001 | `queue/lock.test.ts` "the door stays shut" |', undefined],
  ['| a | nothing | none: it is not held |', undefined],
  ['| a | "quoted" elsewhere | `queue/lock.test.ts` |', undefined],
  ['| a | `queue/gone.ts` | `queue/lock.test.ts` |', /there is no queue\/gone\.ts/u],
  ['| a | decision 002 | `queue/lock.test.ts` |', /there is no decision 002/u],
  ['| a | x | `queue/gone.test.ts` "the door" |', /there is no queue\/gone\.test\.ts/u],
  ['| a | x | `queue/lock.test.ts` "the door is open" |', /lock\.test\.ts has no "the door is op/u],
  ['| a | x | `queue/lock.test.ts` "door stays shut" |', /has no "door stays shut"/u],
  [
    '| a | x | "the door stays shut" in `queue/lock.test.ts` |',
    /does not follow the name of a test file/u,
  ],
  ['| a | x | we looked |', /names no test, nor says "none"/u],
];

describe('the check of the security pages', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'baari-page-'));
    mkdirSync(join(folder, 'docs/security'), { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
  });
  after(() => rmSync(folder, { recursive: true }));

  function check(row: string): { code: number | null; printed: string } {
    const sound = '| a | b | `queue/lock.test.ts` "the door stays shut" |';
    const page = ['| threat | held by | shown by |', '|---|---|---|', sound, row, ''].join('\n');
    writeFileSync(join(folder, 'docs/security/README.md'), page);
    const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    return { code: status, printed: stderr };
  }

  for (const [row, says] of rows) {
    it(`the check ${says === undefined ? 'accepts' : 'refuses'} a page with the row ${row} [SEC-22]`, () => {
      const { code, printed } = check(row);
      assert.equal(code, says === undefined ? 0 : 1, printed);
      if (says !== undefined) assert.match(printed, says);
    });
  }

  it('the check of the security pages reads every page of the folder and names the page of a violation [SEC-22]', () => {
    check('| a | nothing | none: it is not protected |');
    writeFileSync(join(folder, 'docs/security/more.md'), 'See `queue/gone.ts`.\n');
    const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    rmSync(join(folder, 'docs/security/more.md'));
    assert.equal(status, 1);
    assert.match(stderr, /^docs\/security\/more\.md: line 1: there is no queue\/gone\.ts$/mu);
  });

  it('the check of the security pages fails if no page quotes the name of a test', () => {
    writeFileSync(join(folder, 'docs/security/README.md'), '# Security\n');
    const { status } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    assert.equal(status, 1);
  });
});
