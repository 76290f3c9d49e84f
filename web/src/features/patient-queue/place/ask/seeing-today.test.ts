import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import { takesRequests } from '@baari/contract/lines/requests-taken.ts';
import { seeingToday } from './seeing-today.ts';

function doctor(id: string, change: Partial<Doctor> = {}): Doctor {
  return {
    id,
    name: `Dr. ${id}`,
    specialty: 'ENT',
    department: 'ENT',
    status: 'Available',
    breakUntil: null,
    room: null,
    hospital_id: 'h',
    hospitalStanding: 'confirmed',
    opening: null,
    takesRequestsShut: true,
    requests: takesRequests,
    timeZone: 'Asia/Kolkata',
    created_at: '2026-03-12T04:30:00.000Z',
    rating: 0,
    ratingCount: 0,
    experience: 1,
    image: null,
    currentQueue: 0,
    totalPatients: 0,
    averageWaitTime: 0,
    line: null,
    waitIfJoinedNow: { minutes: 30, lower: 20, upper: 45, parts: [] },
    lineIfJoinedNow: { state: 'running', at: null, usuallyAt: null },
    promises: null,
    ...change,
  };
}

test('a patient is offered only doctors of the department who can see them today, the shortest wait first [PAT-11, INV-16]', () => {
  const own = doctor('own');
  const soon = { minutes: 10, lower: 5, upper: 15, parts: [] };
  const doctors = [
    own,
    doctor('slow'),
    doctor('quick', { waitIfJoinedNow: soon }),
    doctor('eyes', { department: 'Ophthalmology' }),
    doctor('busy', { status: 'Busy' }),
    doctor('shut', { opening: { isOpen: false, until: null } }),
    doctor('late', { lineIfJoinedNow: { state: 'closing', at: null, usuallyAt: null } }),
    doctor('over', { waitIfJoinedNow: null }),
  ];
  assert.deepEqual(
    seeingToday(doctors, own).map(({ id }) => id),
    ['quick', 'slow'],
  );
});
