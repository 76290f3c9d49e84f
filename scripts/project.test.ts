/**
 * Tests that a script which ends also ends the programs that it started. A closed pipe must not
 * count as a failure.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './project.mjs';

const module = new URL('project.mjs', import.meta.url).href;

function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

test('an interrupted installation leaves no program running', async () => {
  // Like npm, this program starts another one and waits for it.
  const script = `
    import { run } from ${JSON.stringify(module)};
    run('/bin/sh', ['-c', 'sleep 300 & echo $! > "$0"; wait', process.argv[1]], { isQuiet: true });
    console.log('begun');
  `;
  const file = join(root, '.cache', `orphan-${process.pid}`);
  const args = ['--input-type=module', '-e', script, file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const read = () => Number(spawnSync('cat', [file], { encoding: 'utf8' }).stdout);
  const deadline = performance.now() + 20_000;
  while (read() === 0 && performance.now() < deadline) await sleep(20);
  const inner = read();
  assert.ok(inner > 0 && isAlive(inner));
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [143, null]);
  while (isAlive(inner) && performance.now() < deadline) await sleep(20);
  assert.equal(isAlive(inner), false);
  spawnSync('rm', ['-f', file]);
});

test('the list of requirements prints without an error if the program that reads the list stops early', () => {
  const command = `"${process.execPath}" scripts/checks/requirements.ts | head -n 1; echo "ended \${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: root, encoding: 'utf8' });
  assert.match(stdout, /^ROUTE-1 .*\nended 0\n$/u);
  assert.equal(stderr, '');
});
