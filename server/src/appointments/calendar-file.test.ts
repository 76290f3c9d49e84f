/** Tests of the calendar file against the rules of RFC 5545. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { calendarFile, type CalendarVisit } from './calendar-file.rules.ts';

const visit: CalendarVisit = {
  uid: '1@baari',
  sequence: 2,
  startsAt: new Date('2026-03-12T04:30:00Z'),
  endsAt: new Date('2026-03-12T05:00:00Z'),
  writtenAt: new Date('2026-03-01T12:00:00Z'),
  title: 'Appointment with Dr. Rao, MD; room 4\\5',
  place: 'Sunrise\r\nClinic',
  link: 'https://baari.example/patient/queue',
};

function unfolded(file: string): string[] {
  return file.replaceAll('\r\n ', '').split('\r\n');
}

test('an appointment’s calendar file contains the time and the place, and escapes commas and line breaks [APPT-1]', () => {
  const lines = unfolded(calendarFile(visit));
  for (const line of [
    'UID:1@baari',
    'SEQUENCE:2',
    'DTSTART:20260312T043000Z',
    'DTEND:20260312T050000Z',
    'DTSTAMP:20260301T120000Z',
    String.raw`SUMMARY:Appointment with Dr. Rao\, MD\; room 4\\5`,
    String.raw`LOCATION:Sunrise\nClinic`,
  ]) {
    assert.ok(lines.includes(line), line);
  }
  assert.equal(lines[0], 'BEGIN:VCALENDAR');
  assert.deepEqual(lines.slice(-2), ['END:VCALENDAR', '']);
});

test('no line of an appointment’s calendar file is longer than 75 bytes, and a patient’s name cannot insert a line [APPT-1]', () => {
  const plain = unfolded(calendarFile(visit)).length;
  const texts = fc.string({
    unit: fc.constantFrom('a', ',', '\n', '\r', 'डॉ', '🩺', '\\'),
    maxLength: 120,
  });
  fc.assert(
    fc.property(texts, texts, (title, place) => {
      const file = calendarFile({ ...visit, title, place });
      for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
      assert.ok(!/[^\r]\n|\r[^\n]/u.test(file));
      assert.equal(unfolded(file).length, plain);
    }),
  );
});
