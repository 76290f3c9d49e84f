/** What the operator reads about backups. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backupLines } from './backup-lines.rules.ts';

const now = new Date('2026-03-12T10:00:00Z');

test('the operator reads the age and size of each backup, and when one was last restored on trial [OPS-3, OPS-4]', () => {
  const name = 'baari-2026-03-12T0230.backup.gz.age';
  const older = 'baari-2026-03-05T0230.backup.gz.age';
  const backups = [
    { name, madeAt: new Date('2026-03-12T02:30:00Z'), bytes: 12_400_000 },
    { name: older, madeAt: new Date('2026-03-05T02:30:00Z'), bytes: 12_000_000 },
  ];
  const rehearsal = { name: older, at: '2026-03-05T02:40:00Z', rows: 9000, seconds: 14 };
  assert.deepEqual(backupLines(backups, rehearsal, now), [
    `${name}: 13 MB, 7 hours old`,
    `${older}: 12 MB, 7 days old`,
    `Restored on trial 7 days ago: ${older}, 9000 rows in 14 s.`,
  ]);
  assert.deepEqual(backupLines([], undefined, now), [
    'There is no backup yet.',
    'No backup was restored on trial yet.',
  ]);
});
