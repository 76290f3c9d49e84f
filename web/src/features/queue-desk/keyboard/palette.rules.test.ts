import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queueEntry, queuePatient } from '../../../live/queue-entry.test-data.ts';
import { isTicketAddress, matchesEntry, matchesWords, meantBy } from './palette.rules.ts';

test('the desk’s search finds an item by the beginnings of its words, in any order and script [DESK-6]', () => {
  assert.ok(matchesWords('', 'Dr. Meera Kulkarni'));
  assert.ok(matchesWords('kul mee', 'Dr. Meera Kulkarni'));
  assert.ok(!matchesWords('arni', 'Dr. Meera Kulkarni'));
  assert.ok(matchesWords('मी', 'डॉ. मीरा कुलकर्णी'));
});

test('the desk’s search finds a patient by name, by token as a scanner types it, and by a part of the phone number [DESK-6]', () => {
  const patient = { ...queuePatient('p'), fullName: 'Leela Pai', phone: '+919812345678' };
  const entry = queueEntry({ patient, token: 'C-017' });
  for (const typed of [
    'lee',
    'C-017',
    'c017',
    'c-01',
    '98123',
    '+91 98123 45678',
    '৯৮১২৩',
    'c-٠١٧',
  ]) {
    assert.ok(matchesEntry(typed, entry), typed);
  }
  for (const typed of ['ela', '017', '98', 'C-018', 'pai 98123']) {
    assert.ok(!matchesEntry(typed, entry), typed);
  }
  assert.ok(!matchesEntry('C-017', queueEntry({ patient, token: null })));
});

test('pressing Enter in the desk’s search chooses the patient of a scanned token, or the only match, and nobody if several match [DESK-11]', () => {
  const [one, other] = ['C-017', 'C-0170'].map((token) =>
    queueEntry({ patient: queuePatient(token), token }),
  );
  assert.ok(one && other);
  for (const typed of ['C-017', 'c017', 'C 017']) {
    assert.equal(meantBy(typed, [one, other]), one, typed);
  }
  assert.equal(meantBy('https://baari.example/t/abc', [other]), other);
  assert.equal(meantBy('lee', [one, other]), undefined);
  assert.equal(meantBy('lee', []), undefined);
});

test('the web address on a ticket is distinguished from a name, a token and any other web address [DESK-11]', () => {
  const secret = 'w8Jk2-Lq_0sT9xYz4bNm7c1d';
  for (const scanned of [
    `https://baari.example/t/${secret}`,
    ` http://localhost:3000/t/${secret}?lang=hi`,
  ]) {
    assert.ok(isTicketAddress(scanned), scanned);
  }
  const others = [
    '',
    'Asha',
    'C-017',
    '/t/',
    'https://baari.example/t/short',
    `javascript:/t/${secret}`,
  ];
  for (const text of others) assert.ok(!isTicketAddress(text), text);
});
