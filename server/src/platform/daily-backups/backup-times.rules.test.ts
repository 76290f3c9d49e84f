/** When a scheduled backup is due, and which backups stay. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  backupName,
  backupsToDelete,
  backupTime,
  isBackupDue,
  isBackupLate,
  isRehearsalDue,
  readKeepRules,
  readTimeOfDay,
} from './backup-times.rules.ts';

const at = { hour: 2, minute: 30 };
const local = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute);
const dayMs = 86_400_000;

test('a backup is due once a day at its time, at once if none exists, and at the next look if the machine was off [OPS-3]', () => {
  assert.ok(isBackupDue(undefined, at, local(5, 12)));
  assert.ok(!isBackupDue(local(5, 2, 30), at, local(5, 12)));
  assert.ok(!isBackupDue(local(5, 2, 30), at, local(6, 2, 29)));
  assert.ok(isBackupDue(local(5, 2, 30), at, local(6, 2, 30)));
  assert.ok(isBackupDue(local(3, 2, 30), at, local(6, 1)));
});

test('the operator is warned 26 hours after the last backup, or after the start if there is none [OPS-3]', () => {
  assert.ok(!isBackupLate(local(5, 2), local(1, 0), local(6, 4)));
  assert.ok(isBackupLate(local(5, 2), local(1, 0), local(6, 5)));
  assert.ok(!isBackupLate(undefined, local(6, 0), local(6, 5)));
  assert.ok(isBackupLate(undefined, local(5, 0), local(6, 5)));
});

test('a backup is restored on trial once a week [OPS-4]', () => {
  assert.ok(isRehearsalDue(undefined, local(5, 2)));
  assert.ok(!isRehearsalDue(local(1, 2), local(5, 2)));
  assert.ok(isRehearsalDue(local(1, 2), local(8, 2)));
});

test('one backup of each of the last days, weeks and months stays, and files with other names are left alone [OPS-3]', () => {
  const newest = new Date('2026-03-12T02:30:00Z');
  const names = Array.from({ length: 100 }, (_, day) =>
    backupName(new Date(newest.getTime() - day * dayMs), true),
  );
  const deleted = new Set(
    backupsToDelete([...names, 'notes.txt', 'monday.backup.gz.age'], {
      days: 3,
      weeks: 2,
      months: 3,
    }),
  );
  const kept = names.filter((name) => !deleted.has(name)).map((name) => name.slice(6, 16));
  assert.deepEqual(kept, [
    '2026-03-12',
    '2026-03-11',
    '2026-03-10',
    '2026-03-08',
    '2026-02-28',
    '2026-01-31',
  ]);
  assert.ok(!deleted.has('notes.txt') && !deleted.has('monday.backup.gz.age'));
});

test('whatever backups exist and whatever is kept, the newest backup is never deleted [OPS-3]', () => {
  const count = fc.integer({ min: 0, max: 5 });
  const rules = fc.record({ days: fc.integer({ min: 1, max: 5 }), weeks: count, months: count });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 1 }),
      rules,
      (days, kept) => {
        const names = days.map((day) => backupName(new Date(day * dayMs), true));
        const newest = names.toSorted().at(-1) ?? '';
        const deleted = backupsToDelete(names, kept);
        assert.ok(!deleted.includes(newest));
        assert.ok(names.length - deleted.length <= kept.days + kept.weeks + kept.months);
      },
    ),
  );
});

test('the name of a backup holds its time, and malformed settings are refused [OPS-3]', () => {
  const made = new Date('2026-03-12T02:30:00Z');
  assert.deepEqual(backupTime(backupName(made, true)), made);
  assert.deepEqual(backupTime(backupName(made, false)), made);
  assert.equal(backupTime('baari-2026-13-99T9999.backup.gz'), undefined);
  assert.deepEqual(readTimeOfDay('02:30'), at);
  for (const wrong of ['2:30', '24:00', '02:60', '']) assert.equal(readTimeOfDay(wrong), undefined);
  assert.deepEqual(readKeepRules('7,4,12'), { days: 7, weeks: 4, months: 12 });
  for (const wrong of ['0,4,12', '7,4', 'x', '7,4,-1'])
    assert.equal(readKeepRules(wrong), undefined);
});
