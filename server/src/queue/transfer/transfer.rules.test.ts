import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { firstFree, placeByArrival, type Taker } from './transfer.rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 4, minute));

test('a patient moved to another doctor passes nobody who came earlier, and goes before all later arrivals [DAY-3]', () => {
  const minutes = fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 12 });
  fc.assert(
    fc.property(minutes, fc.integer({ min: 0, max: 59 }), (line, minute) => {
      const members = line.map((each) => ({ joinedAt: at(each) }));
      const place = placeByArrival(members, at(minute));
      assert.ok(place >= 1 && place <= members.length + 1);
      for (const { joinedAt } of members.slice(place - 1)) assert.ok(joinedAt > at(minute));
      const before = members[place - 2];
      assert.ok(before === undefined || before.joinedAt <= at(minute));
    }),
  );
});

test('the first free doctor is the Available doctor whose line is shortest [DAY-3]', () => {
  const taker = (id: string, payload: Partial<Taker> = {}): Taker => {
    return { id, status: 'Available', waiting: 0, isConsulting: false, hasRoom: true, ...payload };
  };
  const busy = taker('busy', { status: 'Busy' });
  const offline = taker('offline', { status: 'Offline' });
  assert.equal(firstFree([busy, offline]), undefined);
  const long = taker('long', { waiting: 4 });
  const inside = taker('inside', { waiting: 1, isConsulting: true });
  const one = taker('one', { waiting: 1 });
  assert.equal(firstFree([busy, long, inside, one]), 'one');
  assert.equal(firstFree([long, taker('first'), taker('second')]), 'first');
});

test('a doctor whose line has reached its limit is chosen as the first free doctor only if every other line is full too [DAY-3, QST-1]', () => {
  const taker = (id: string, waiting: number, hasRoom: boolean): Taker => {
    return { id, status: 'Available', waiting, isConsulting: false, hasRoom };
  };
  assert.equal(firstFree([taker('full', 0, false), taker('longer', 3, true)]), 'longer');
  assert.equal(firstFree([taker('fuller', 3, false), taker('full', 2, false)]), 'full');
});
