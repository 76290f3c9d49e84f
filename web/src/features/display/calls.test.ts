import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Board } from '@baari/contract/hospital/screen.ts';
import { boardIn, callIn, newCalls, pageOf, sentenceOf, spokenToken } from './calls.ts';

const now = Date.parse('2026-03-09T05:00:00Z');

function board(serving: Record<string, { token: string; ago: number } | null>): Board {
  return {
    hospital: { id: 'h', name: 'City', timeZone: 'Asia/Kolkata', languages: ['en', 'hi'] },
    lines: [],
    doctors: Object.entries(serving).map(([id, called]) => ({
      id,
      name: `Dr. ${id}`,
      department: 'ENT',
      status: 'Available',
      breakUntil: null,
      room: id === 'a' ? 'Room 4' : null,
      serving: called && {
        token: called.token,
        since: new Date(now - called.ago * 1000).toISOString(),
      },
      next: [],
      waiting: 0,
    })),
  };
}

test('a display that has just opened does not announce patients who were called earlier [ARR-6]', () => {
  assert.deepEqual(newCalls(undefined, board({ a: { token: 'A-001', ago: 1 } }), now), []);
});

test('a waiting-room display announces a patient who has just been called once, whatever else changes [ARR-6]', () => {
  const before = board({ a: null, b: { token: 'B-001', ago: 300 } });
  const after = board({ a: { token: 'A-001', ago: 1 }, b: { token: 'B-001', ago: 300 } });
  assert.deepEqual(newCalls(before, after, now), [
    { token: 'A-001', doctorName: 'Dr. a', room: 'Room 4' },
  ]);
  assert.deepEqual(newCalls(after, after, now), []);
});

test('a waiting-room display announces a call from a shared line once, with the line’s name or the calling doctor’s name [ARR-6, LINE-2]', () => {
  const at = (token: string, ago: number) => {
    return { token, since: new Date(now - ago * 1000).toISOString() };
  };
  const withLine = (
    serving: ReturnType<typeof at> | null,
    doctor: ReturnType<typeof at> | null,
  ) => ({
    ...board({ a: null }),
    doctors: board({ a: null }).doctors.map((each) => ({ ...each, serving: doctor })),
    lines: [
      {
        id: 'l',
        name: 'Laboratory',
        names: {},
        points: [
          { id: 'p1', name: 'Counter 1', names: {}, serving },
          { id: 'p2', name: 'Room 4', names: {}, serving: doctor },
        ],
        next: [],
        waiting: 0,
      },
    ],
  });
  const before = withLine(null, null);
  const after = withLine(at('L-001', 2), at('R-009', 1));
  assert.deepEqual(newCalls(before, after, now), [
    { token: 'R-009', doctorName: 'Dr. a', room: 'Room 4' },
    { token: 'L-001', doctorName: 'Laboratory', room: 'Laboratory, Counter 1' },
  ]);
  assert.deepEqual(newCalls(after, after, now), []);
  // The patient was called again: the board has the same token number with a new time.
  const again = withLine(at('L-001', 1), at('R-009', 1));
  assert.deepEqual(
    newCalls(after, again, now).map(({ token }) => token),
    ['L-001'],
  );
});

test('two doctors who call at the same time are both announced [ARR-6]', () => {
  const after = board({ a: { token: 'A-002', ago: 1 }, b: { token: 'B-002', ago: 2 } });
  const calls = newCalls(board({ a: { token: 'A-001', ago: 600 }, b: null }), after, now);
  assert.deepEqual(
    calls.map(({ token }) => token),
    ['A-002', 'B-002'],
  );
});

test('after a network outage a waiting-room display announces only patients called in the last minute [ARR-6]', () => {
  const before = board({ a: null, b: null });
  const after = board({ a: { token: 'A-001', ago: 59 }, b: { token: 'B-001', ago: 61 } });
  assert.deepEqual(
    newCalls(before, after, now).map(({ token }) => token),
    ['A-001'],
  );
});

test('a waiting-room display announces a token again when the patient is called again after a missed call [ARR-6]', () => {
  const before = board({ a: { token: 'A-001', ago: 300 } });
  const again = board({ a: { token: 'A-001', ago: 1 } });
  assert.equal(newCalls(before, again, now).length, 1);
});

test('an announcement names the room, or the doctor if the room has no name [ARR-6, ROOM-1]', () => {
  const words = {
    toRoom: (token: string, room: string) => `${token}: go in to ${room}`,
    toDoctor: (token: string, doctor: string) => `${token}: go to ${doctor}`,
  };
  const call = { token: 'C-017', doctorName: 'Dr. Rao', room: 'Room 4' };
  assert.equal(sentenceOf(call, words), 'C-017: go in to Room 4');
  assert.equal(sentenceOf({ ...call, room: null }, words), 'C-017: go to Dr. Rao');
});

test('an announcement reads a token out one character at a time [ARR-6]', () => {
  assert.equal(spokenToken('C-017'), 'C 0 1 7');
});

test('if a waiting-room display has more doctors than fit, it shows groups of doctors in turn, and every doctor appears [ARR-6]', () => {
  const doctors = Array.from({ length: 19 }, (_, n) => n);
  const shown = [0, 1, 2].map((turn) => pageOf(doctors, 8, turn));
  assert.deepEqual(shown.flat(), doctors);
  assert.deepEqual(pageOf(doctors, 8, 3), shown[0]);
  assert.deepEqual(pageOf([], 8, 5), []);
});

test('a line and its counter are shown and announced by their translated names, or by the original name if there is no translation [ARR-6, LINE-1]', () => {
  const serving = { token: 'L-004', since: new Date(now - 1000).toISOString() };
  const point = { id: 'p1', name: 'Counter 1', names: { hi: 'काउंटर 1' }, serving: null };
  const line = {
    id: 'l',
    name: 'Laboratory',
    names: { hi: 'प्रयोगशाला', ta: 'ஆய்வகம்' },
    points: [point],
    next: [],
    waiting: 0,
  };
  const before: Board = { ...board({}), lines: [line] };
  const after: Board = { ...before, lines: [{ ...line, points: [{ ...point, serving }] }] };
  const [call] = newCalls(before, after, now);
  assert.ok(call !== undefined);
  assert.equal(callIn(call, 'hi').room, 'प्रयोगशाला, काउंटर 1');
  assert.equal(callIn(call, 'ta').room, 'ஆய்வகம், Counter 1');
  assert.equal(callIn(call, 'en').room, 'Laboratory, Counter 1');
  assert.equal(boardIn(after, 'hi').lines[0]?.name, 'प्रयोगशाला');
  assert.equal(boardIn(after, 'hi').lines[0]?.points[0]?.name, 'काउंटर 1');
  assert.equal(boardIn(after, 'ur').lines[0]?.name, 'Laboratory');
});
