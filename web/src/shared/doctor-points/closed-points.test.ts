import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { PointState, SharedLine } from '@baari/contract/lines/shared-line.ts';
import { closedPoints } from './closed-points.ts';

function doctor(id: string, status: DoctorStatus) {
  return { id, name: `Dr. ${id}`, status };
}

function anyDoctor(waiting: number, states: Record<string, PointState>): SharedLine {
  const points = Object.entries(states).map(([id, state]) => ({
    id: `point of ${id}`,
    lineId: 'any',
    name: `Dr. ${id}`,
    doctor: { id, name: `Dr. ${id}` },
    state,
    since: null,
    by: null,
    staff: [],
    hours: [],
    serving: null,
  }));
  // oxlint-disable-next-line no-unsafe-type-assertion -- what is not looked at is left out
  return {
    id: 'any',
    name: 'Any doctor',
    kind: 'any_doctor',
    waiting,
    points,
  } as unknown as SharedLine;
}

function found(...given: Parameters<typeof closedPoints>): string[] {
  return closedPoints(...given).map(({ point }) => point.id);
}

test('a doctor who returns while patients wait for any doctor reads that the doctor’s own service point is still closed [LINE-5]', () => {
  const lines = [anyDoctor(2, { a: 'closed', b: 'open' })];
  const doctors = [doctor('a', 'Available'), doctor('b', 'Available')];
  assert.deepEqual(found(lines, doctors, 'a'), ['point of a']);
  assert.deepEqual(found(lines, doctors, 'b'), []);
  assert.deepEqual(found(lines, [doctor('a', 'Offline')], 'a'), []);
  assert.deepEqual(found([anyDoctor(0, { a: 'closed' })], doctors, 'a'), []);
  assert.deepEqual(
    found([{ ...anyDoctor(2, { a: 'closed' }), kind: 'pharmacy' }], doctors, 'a'),
    [],
  );
});

test('the desk reads in which lines patients wait for any doctor while no service point is open [LINE-5]', () => {
  const doctors = [doctor('a', 'Available'), doctor('b', 'Busy')];
  assert.deepEqual(found([anyDoctor(2, { a: 'closed', b: 'closed' })], doctors), ['point of a']);
  assert.deepEqual(found([anyDoctor(2, { a: 'closed', b: 'open' })], doctors), []);
});
