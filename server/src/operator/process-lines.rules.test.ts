/** What the operator reads about the server's processes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processLines } from './process-lines.rules.ts';

const startedAt = new Date('2026-11-30T08:00:00Z');
const one = { id: 'a', version: '0.9.0', startedAt, silentS: 12, isLive: true };
const laterMigrations = ['0400_gone.after.sql'];

test('the operator reads which processes run, and that a migration waits for those of an older release [OPS-2]', () => {
  const killed = { ...one, id: 'b', version: '0.8.0', silentS: 700, isLive: false };
  const processes = [one, { ...one, id: 'c', version: '0.10.0' }, killed];
  assert.deepEqual(processLines({ processes, release: '0.10.0', laterMigrations }), [
    'a: version 0.9.0, started 2026-11-30T08:00:00.000Z, seen 12 s ago',
    'c: version 0.10.0, started 2026-11-30T08:00:00.000Z, seen 12 s ago',
    'b: version 0.8.0, started 2026-11-30T08:00:00.000Z, NOT SEEN for 700 s, probably killed',
    'Running processes: 2.',
    '0400_gone.after.sql waits until the processes of 0.9.0 have stopped.',
  ]);
});

test('the operator reads how to run a waiting migration once all processes are of this release [OPS-2]', () => {
  const lines = processLines({ processes: [one], release: '0.9.0', laterMigrations });
  assert.match(lines.at(-1) ?? '', /a day after the upgrade; "npm run migrate -- after" runs it/u);
});
