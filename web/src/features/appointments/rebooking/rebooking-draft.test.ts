import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannedMove } from '@baari/contract/visit/rebooking.ts';
import { asRequest, countsOf, decisionOf } from './rebooking-draft.ts';

function planned(id: string, to: PlannedMove['to']): PlannedMove {
  return {
    cause: 'day_off',
    to,
    appointment: {
      id,
      status: 'booked',
      date: '2026-03-09',
      time: '10:00',
      startsAt: '2026-03-09T04:30:00.000Z',
      visitKind: null,
      isOutsideHours: true,
      bookedAt: '2026-03-01T04:30:00.000Z',
      canCheckIn: false,
      checkInFrom: '2026-03-09T03:30:00.000Z',
      cancelledBy: null,
      cancelReason: null,
      confirmation: 'not_asked',
      patient: {
        id: 'p',
        name: 'Riya',
        phone: null,
        through: null,
        hasAccount: true,
        isContactProved: true,
        isPhoneProved: true,
      },
      doctor: { id: 'd1', name: 'Dr. Rao', specialty: '', department: '', service: null },
      hospital: { id: 'h', name: 'City', timeZone: 'Asia/Kolkata', standing: 'confirmed' },
    },
  };
}

const to = {
  doctor: { id: 'd2', name: 'Dr. Banu' },
  date: '2026-03-10',
  time: '11:00',
  startsAt: '2026-03-10T05:30:00.000Z',
};

test('in a rebooking plan a booking with a new free time is moved, and a booking without one stays, unless the desk decides otherwise [APPT-1]', () => {
  const moves = [planned('a', to), planned('b', null), planned('c', to)];
  const seen = { doctorId: 'd1', date: '2026-03-09', time: '10:00' };
  const time = { doctorId: 'd2', date: '2026-03-10', time: '11:00' };
  assert.deepEqual(asRequest(moves, {}), [
    { id: 'a', seen, to: time },
    { id: 'c', seen, to: time },
  ]);
  const changes = {
    a: { choice: 'leave' as const, to },
    b: { choice: 'move' as const, to: { ...to, time: '12:00' } },
    c: { choice: 'cancel' as const, to },
  };
  const asked = asRequest(moves, changes);
  assert.deepEqual(asked, [
    { id: 'b', seen, to: { ...time, time: '12:00' } },
    { id: 'c', seen, to: null },
  ]);
  assert.deepEqual(countsOf(asked), { moves: 1, cancels: 1 });
  const undecided = { b: { choice: 'move' as const, to: null } };
  assert.deepEqual(asRequest([planned('b', null)], undecided), [], 'a move needs a time');
  assert.deepEqual(decisionOf(planned('a', to), {}), { choice: 'move', to });
});
