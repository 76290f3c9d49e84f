import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Urgency } from '@baari/contract/constants.ts';
import {
  isAway,
  orderAfter,
  placeOneOn,
  placeOnReturn,
  settled,
} from '@baari/contract/queue/line.ts';
import fc from 'fast-check';
import { steadyLine } from '../../testing/test-lines.ts';
import { dueTime } from '../../waits/due.rules.ts';
import {
  effectOfMove,
  fairPlace,
  type Line,
  type LineMember,
  mayMove,
  placeNow,
  shiftsBetween,
} from './line.rules.ts';

const now = new Date('2026-01-05T05:30:00Z');

interface Given {
  readonly urgency?: Urgency;
  /** Minutes since the patient joined the line. */
  readonly waited?: number;
  readonly overtaken?: number;
  readonly isAway?: boolean;
  readonly isBack?: boolean;
}

let numbers = 0;

function member(id: string, given: Given = {}): LineMember {
  numbers += 1;
  const called = given.isAway === true || given.isBack === true;
  return {
    id,
    lineNumber: numbers,
    urgency: given.urgency ?? 'medium',
    joinedAt: new Date(now.getTime() - (given.waited ?? 0) * 60_000),
    dueAt: null,
    key: numbers,
    since: new Date(now.getTime() - (given.waited ?? 0) * 60_000),
    overtaken: given.overtaken ?? 0,
    countsAs: 1,
    hold: called ? { backAt: given.isBack === true ? now : null } : null,
  };
}

function lineOf(...members: LineMember[]): Line {
  return { members, at: steadyLine(10, now) };
}

function ids(members: readonly LineMember[]): string {
  return members.map(({ id }) => id).join(' ');
}

/**
 * Makes a line of patients a, b, c and so on. A question mark after the letter means that the
 * patient is on hold.
 */
function letters(given: string): LineMember[] {
  return given.split(' ').map((id) => member(id, { isAway: id.endsWith('?') }));
}

function effect(line: Line, id: string, place: number) {
  return effectOfMove(line, id, place, now);
}

test('a patient on hold after a missed call is placed directly behind the first patient who can be called [INV-1, QST-4]', () => {
  const table = [
    ['a b c', 'a b c'],
    ['a? b c', 'b a? c'],
    ['a? b? c d', 'c a? b? d'],
    ['a b? c', 'a b? c'],
    ['a? b?', 'a? b?'],
  ] as const;
  for (const [before, after] of table) assert.equal(ids(settled(letters(before))), after, before);
});

test('the desk moves a patient to the requested place, and patients on hold after a missed call do not count as passed [QST-9, INV-12]', () => {
  const table = [
    ['a b c d', 'd', 1, 'd a b c'],
    ['a b c d', 'a', 4, 'b c d a'],
    ['a b c d', 'c', 2, 'a c b d'],
    // Patients on hold cannot be moved to the front. A move past a patient on hold does not count
    // as passing that patient.
    ['a b? c', 'b?', 1, 'a b? c'],
    ['a b? c', 'a', 2, 'a b? c'],
    ['a b? c d', 'a', 3, 'c b? a d'],
  ] as const;
  for (const [before, id, place, after] of table) {
    assert.equal(ids(orderAfter(letters(before), id, place)), after, `${id} of ${before}`);
  }
});

test('moving a patient by one place skips patients on hold after a missed call, because passing them changes nothing [QST-9]', () => {
  const table = [
    ['a b c', 'b', -1, 1],
    ['a b c', 'b', 1, 3],
    ['a b c', 'a', -1, undefined],
    ['a b c', 'c', 1, undefined],
    ['a b? c', 'a', 1, 3],
    ['a b?', 'a', 1, undefined],
    ['a b? c', 'b?', -1, undefined],
  ] as const;
  for (const [line, id, by, place] of table) {
    assert.equal(placeOneOn(letters(line), id, by), place, `${id} of ${line}`);
  }
});

test('before moving a patient, the desk sees how many patients are passed and the longest resulting wait of a low-urgency patient [INV-12]', () => {
  const line = lineOf(
    member('a'),
    member('b', { urgency: 'low', waited: 100 }),
    member('c'),
    member('d', { isAway: true }),
    member('e', { urgency: 'high' }),
  );
  const up = effect(line, 'e', 1);
  assert.equal(up.passes, 3, 'a patient on hold is not passed');
  assert.equal(up.letsPass, 0);
  assert.equal(up.mostPasses, 1);
  // Two consultations of 10 minutes are ahead of the third patient in line. Of such consultations 8
  // % do not happen because the patient is absent.
  assert.equal(up.longestLowWait, 118);
  assert.equal(up.longestWait, 118);
  assert.equal(up.needsReason, false);
  const down = effect(line, 'a', 3);
  assert.deepEqual([down.passes, down.letsPass, down.position], [0, 2, 3]);
  assert.equal(effect(lineOf(member('a'), member('b')), 'b', 1).longestLowWait, null);
});

test('moving a patient to the same place is refused, and moving beyond the end puts the patient at the end of the line [INV-12]', () => {
  const line = lineOf(...letters('a b c'));
  const there = { ok: false, code: 'already_there' };
  assert.deepEqual(mayMove(line, 'b', 2, undefined, now), there);
  assert.deepEqual(mayMove(line, 'c', 9, undefined, now), there);
  assert.deepEqual([effect(line, 'b', 2).passes, effect(line, 'b', 2).letsPass], [0, 0]);
  assert.equal(effect(line, 'a', 9).position, 3);
});

test('the desk needs a reason to move a patient if another would be passed more than five times or wait over three hours [INV-12]', () => {
  const often = (overtaken: number) => lineOf(member('a', { overtaken }), member('b'));
  assert.equal(effect(often(4), 'b', 1).needsReason, false);
  assert.equal(effect(often(5), 'b', 1).needsReason, true);
  assert.deepEqual(mayMove(often(5), 'b', 1, undefined, now), {
    ok: false,
    code: 'move_reason_needed',
  });
  assert.deepEqual(mayMove(often(5), 'b', 1, 'urgent', now), { ok: true, value: 1 });
  const long = (waited: number) => lineOf(member('a', { waited }), member('b'));
  // One consultation ahead counts as 9 minutes of waiting.
  assert.equal(effect(long(171), 'b', 1).needsReason, false);
  assert.equal(effect(long(172), 'b', 1).needsReason, true);
});

test('when the desk moves a patient back to the former place, the other patients do not count as passed [INV-12]', () => {
  const line = lineOf(member('a'), member('b', { overtaken: 9 }));
  const swapped = { ...line, members: orderAfter(line.members, 'b', 1) };
  assert.equal(effect(swapped, 'a', 1).mostPasses, 9, 'a came first: b is not passed by it');
  assert.equal(effect(swapped, 'a', 1).needsReason, false);
});

test('patients of high, medium and low urgency should be called within 10, 60 and 120 minutes after joining [INV-12]', () => {
  const minutes = (urgency: Urgency) => (dueTime(now, urgency).getTime() - now.getTime()) / 60_000;
  assert.deepEqual([minutes('high'), minutes('medium'), minutes('low')], [10, 60, 120]);
});

test('moving a patient never loses a patient, and the first patient in line can always be called [INV-1]', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ isAway: fc.boolean(), isBack: fc.boolean() }), { minLength: 1 }),
      fc.nat(),
      fc.integer({ min: 1, max: 40 }),
      (given, pick, place) => {
        const before = settled(given.map((each, index) => member(`m${index}`, each)));
        const { id } = before[pick % before.length] ?? member('none');
        const after = orderAfter(before, id, Math.min(place, before.length));
        assert.deepEqual(ids(after).split(' ').toSorted(), ids(before).split(' ').toSorted());
        const [first] = after;
        assert.ok(first !== undefined);
        if (isAway(first)) assert.ok(after.every(isAway));
        assert.equal(settled(after), after);
        const shifts = shiftsBetween(
          before.map((each) => each.id),
          after.map((each) => each.id),
        );
        for (const { id: shifted, from, to } of shifts) {
          assert.equal(before[from - 1]?.id, shifted);
          assert.equal(after[to - 1]?.id, shifted);
        }
      },
    ),
  );
});

test('if staff move no patients, nobody is called before an earlier patient who was present [INV-12]', () => {
  const step = fc.record({
    kind: fc.constantFrom('join', 'join', 'call', 'call', 'miss', 'back', 'leave'),
    pick: fc.nat(100),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), (steps) => {
      let line: readonly LineMember[] = [];
      let joined = 0;
      /**
       * The patients who missed a call. While the first patient is on hold, only patients who
       * missed a call may be passed.
       */
      const missed = new Set<string>();
      for (const { kind, pick } of steps) {
        const away = line.filter(isAway);
        const returning = away[pick % Math.max(1, away.length)];
        const [first] = line;
        if (kind === 'join') {
          joined += 1;
          line = settled([...line, member(`p${joined}`)]);
        } else if (kind === 'back' && returning !== undefined) {
          const back = { ...returning, hold: { backAt: now } };
          const place = placeOnReturn(line);
          line = line.filter((each) => each !== returning).toSpliced(place - 1, 0, back);
          const ahead = line.slice(0, line.indexOf(back));
          assert.ok(
            ahead.every((each) => each.hold !== null && !isAway(each)),
            'goes next',
          );
        } else if (kind === 'leave' && line.length > 0) {
          line = settled(line.toSpliced(pick % line.length, 1));
        } else if (kind === 'miss' && first !== undefined) {
          missed.add(first.id);
          line = settled(line.with(0, { ...first, hold: { backAt: null } }));
        } else if (kind === 'call' && first !== undefined && !isAway(first)) {
          const earlier = line.filter((each) => each.lineNumber < first.lineNumber);
          assert.ok(
            earlier.every((each) => missed.has(each.id)),
            'called before one who was there',
          );
          line = settled(line.slice(1));
        }
        const [head] = line;
        if (head !== undefined && isAway(head)) assert.ok(line.every(isAway));
      }
    }),
    { numRuns: 300 },
  );
});

test('the preview that the desk sees before moving a patient includes a break that the passed patients would have to wait for [INV-12, QST-12]', () => {
  const plain = lineOf(...'abcdefgh'.split('').map((id) => member(id, { urgency: 'low' })));
  const { at } = plain;
  assert.ok(at.lineForecast);
  const pauses = [{ startsIn: 30, length: 60 }];
  const paused = { ...plain, at: { ...at, lineForecast: { ...at.lineForecast, pauses } } };
  const without = effectOfMove(plain, 'h', 1, now).longestWait ?? 0;
  const withBreak = effectOfMove(paused, 'h', 1, now).longestWait ?? 0;
  assert.ok(withBreak - without > 55 && withBreak - without <= 60, `${without} → ${withBreak}`);
});

test('a patient whom staff restore gets the old place in line, unless another would be passed a sixth time or wait too long [DESK-1, INV-12]', () => {
  const early = 0;
  assert.equal(fairPlace(lineOf(...letters('a b c')), 2, early, now), 2, 'nobody is hurt');
  const weary = lineOf(member('a'), member('b', { waited: 165 }), member('c'));
  assert.equal(fairPlace(weary, 1, early, now), 3, 'behind who would wait more than three hours');
  const resigned = lineOf(member('a'), member('b', { waited: 400 }), member('c'));
  assert.equal(fairPlace(resigned, 1, early, now), 1, 'who waits that long anyway');
  const passed = lineOf(member('a', { overtaken: 5 }), member('b'));
  assert.equal(fairPlace(passed, 1, Number.MAX_SAFE_INTEGER, now), 2, 'behind who was passed');
  assert.equal(fairPlace(passed, 1, early, now), 1, 'who came before passes nobody');
  const away = lineOf(member('a'), member('b', { waited: 165, isAway: true }));
  assert.equal(fairPlace(away, 1, early, now), 1, 'who is not there is not made to wait');
  assert.equal(fairPlace(lineOf(), 1, early, now), 1);
});

test('a patient whom staff restore is placed behind the patients who were ahead before, and before all later arrivals [DESK-1]', () => {
  const [a, b] = letters('a b');
  assert.ok(a !== undefined && b !== undefined);
  const endedAt = new Date(now.getTime() + 60_000);
  const former = { key: (a.key + b.key) / 2, lineNumber: b.lineNumber, endedAt };
  assert.equal(placeNow(lineOf(a, b), former), 2);
  const newcomer = { ...member('c'), key: a.key, since: new Date(now.getTime() + 120_000) };
  assert.equal(placeNow(lineOf(newcomer, a, b), former), 3);
  assert.equal(placeNow(lineOf(newcomer, b), former), 1, 'a has gone in meanwhile');
  const twin = { ...former, key: a.key };
  assert.equal(placeNow(lineOf(a, b), twin), 2, 'who came earlier is before');
  assert.equal(placeNow(lineOf(), former), 1);
});
