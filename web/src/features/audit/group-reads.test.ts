import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditAction, AuditEntry } from '@baari/contract/account/audit.ts';
import { groupReads } from './group-reads.ts';

const about: AuditEntry['about'] = {
  person: null,
  doctor: null,
  screen: null,
  from: null,
  to: null,
  fields: [],
  way: null,
  beyond: null,
  call: null,
  isReplay: false,
};

let rows = 100;

/** A row within one hour; each new row is older than the one before. */
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

test('repeated reads by one person within the hour are one line, separate from another person’s reads [SEC-13]', () => {
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

test('staff who read an entry, change it and read it again fill three lines: a read, the change, a read [SEC-13]', () => {
  const entries = [row('read entry', 50), row('approve', 45), row('read entry', 40)];
  assert.deepEqual(shapeOf(entries), [
    ['read entry', 'Asha', 0],
    ['approve', 'Asha', 0],
    ['read entry', 'Asha', 0],
  ]);
});

test('changes, refused reads, unknown actions and reads an hour apart stay separate lines [SEC-13]', () => {
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

test('the saves of one note while typing are one line, and those of another patient’s note are another line [SEC-13, CONS-5]', () => {
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
