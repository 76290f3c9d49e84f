import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditAction, AuditEntry } from '@baari/contract/account/audit.ts';
import { groupReads } from './group-reads.ts';

const about: AuditEntry['about'] = {
  person: null,
  doctor: null,
  screen: null,
  key: null,
  from: null,
  to: null,
  fields: [],
  way: null,
  beyond: null,
  overHold: null,
  call: null,
  isReplay: false,
};

let rows = 100;

/**
 * Makes a row of the audit trail. Each new row is older than the previous row, and all rows are
 * within one hour.
 */
function row(
  action: AuditAction | null,
  minute: number,
  given: { readonly by?: string; readonly outcome?: string; readonly hour?: number } = {},
): AuditEntry {
  rows -= 1;
  const hour = String(given.hour ?? 10).padStart(2, '0');
  return {
    id: rows,
    at: `2026-03-12T${hour}:${String(minute).padStart(2, '0')}:00.000Z`,
    person: { id: given.by ?? 'Asha', name: given.by ?? 'Asha' },
    role: 'receptionist',
    action,
    recordedAs: action ?? 'something of before',
    patients: [],
    patientCount: 0,
    about,
    address: '192.0.2.1',
    outcome: given.outcome ?? 'ok',
  };
}

const shapeOf = (entries: AuditEntry[]) =>
  groupReads(entries).map(({ newest, others }) => [newest.action, newest.person.id, others.length]);

test('in the audit trail, repeated reads by one person within an hour are shown as one row, separate from other people’s reads [SEC-13]', () => {
  const entries = [
    row('read entry', 50),
    row('read entry', 45, { by: 'Bela' }),
    row('read entry', 40),
    row('read pending requests', 35),
    row('read entry', 30),
  ];
  assert.deepEqual(shapeOf(entries), [
    ['read entry', 'Asha', 2],
    ['read entry', 'Bela', 0],
    ['read pending requests', 'Asha', 0],
  ]);
});

test('in the audit trail, staff who read a record, change it and read it again cause three rows: a read, a change and a read [SEC-13]', () => {
  const entries = [row('read entry', 50), row('approve', 45), row('read entry', 40)];
  assert.deepEqual(shapeOf(entries), [
    ['read entry', 'Asha', 0],
    ['approve', 'Asha', 0],
    ['read entry', 'Asha', 0],
  ]);
});

test('in the audit trail, changes, refused reads, unknown actions and reads over an hour apart are shown as separate rows [SEC-13]', () => {
  const entries = [
    row('approve', 50),
    row('approve', 49),
    row('read entry', 48, { outcome: 'not_found' }),
    row('read entry', 47, { outcome: 'not_found' }),
    row(null, 46),
    row(null, 45),
    row('read entry', 44),
    row('read entry', 43, { hour: 9 }),
  ];
  assert.equal(groupReads(entries).length, entries.length);
});

test('in the audit trail, repeated saves of one note while typing are shown as one row, and another patient’s note as another row [SEC-13, CONS-5]', () => {
  const note = (minute: number, patient: string): AuditEntry => {
    return { ...row("write the visit's note", minute), patients: [{ id: patient, name: patient }] };
  };
  assert.deepEqual(
    shapeOf([
      note(50, 'Ira'),
      note(49, 'Ira'),
      row('read entry', 48),
      note(47, 'Ira'),
      note(40, 'Om'),
      row('approve', 39),
      note(38, 'Om'),
    ]),
    [
      ["write the visit's note", 'Asha', 2],
      ['read entry', 'Asha', 0],
      ["write the visit's note", 'Asha', 0],
      ['approve', 'Asha', 0],
      ["write the visit's note", 'Asha', 0],
    ],
  );
});
