import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { liveEvent } from '@baari/contract/events.ts';
import type { LoggedEvent } from '../platform/events/event-log.store.ts';
import { patientFrames, staffFrames } from './live.view.ts';

const at = '2026-03-12T05:00:00.000Z';
const person = { id: randomUUID(), name: 'Asha', fullName: 'Asha', email: null, phone: null };
const hospitalId = randomUUID();

/** An entry as the first release wrote it to the log, without fields that were added later. */
const early = {
  id: randomUUID(),
  status: 'waiting',
  position: 1,
  joinedAt: at,
  approvedAt: at,
  startedAt: null,
  endedAt: null,
  estimatedWaitTime: 12,
  waitRange: { lower: 10, upper: 20 },
  symptoms: null,
  urgency: 'medium',
  rejectionReason: null,
  notes: 'Bring papers',
  cancelledBy: null,
  patient: person,
  doctor: {
    id: randomUUID(),
    name: 'Dr. Rao',
    specialty: 'Cardiology',
    department: 'Cardiology',
    hospital: { id: hospitalId },
  },
  hospital: { id: hospitalId, name: 'City', timeZone: 'Asia/Kolkata' },
  queueVersion: 3,
};

function logged(body: object): LoggedEvent {
  return {
    cursor: { transactionId: '1', id: 1 },
    type: 'queue_updated',
    at: new Date(at),
    hospitalId,
    doctorId: early.doctor.id,
    entryId: early.id,
    accountId: person.id,
    body,
  };
}

function dataIn(frame: string): unknown {
  const line = frame.split('\n').find((each) => each.startsWith('data: ')) ?? '';
  const event = liveEvent.parse(JSON.parse(line.slice('data: '.length)));
  return event.data;
}

test('live events that earlier releases stored are sent to pages like all other events [INV-6]', () => {
  const published = dataIn(staffFrames(logged(early)));
  const known = {
    ...early,
    token: null,
    checkedInAt: null,
    checkedInBy: null,
    line: null,
    waitRange: { ...early.waitRange, parts: [] },
    call: null,
    hold: null,
    closed: null,
    moved: null,
    point: null,
    booking: null,
    placeChanges: [],
    dueAt: null,
    urgencyChange: null,
    delay: null,
    visitKind: null,
    severalStops: false,
    visitId: null,
    saidOver: null,
    lastChange: null,
    patient: { ...person, through: null, isContactProved: true, isPhoneProved: true },
    doctor: { ...early.doctor, status: 'Available', breakUntil: null, room: null, service: null },
    hospital: { ...early.hospital, standing: 'unconfirmed', opening: null },
  };
  assert.ok(typeof published === 'object' && published !== null);
  const later = Object.entries(published).filter(([name]) => !Object.hasOwn(known, name));
  const filled = later.filter(([, value]: [string, unknown]) => value !== null && value !== false);
  assert.deepEqual(filled, [], 'a field of a later release is empty');
  assert.deepEqual(published, { ...known, ...Object.fromEntries(later) });
});

test('if a live event contains an action that only a later release knows, the event is sent without the action’s name [INV-6, INV-8]', () => {
  const lastChange = { action: 'teleport', at, by: null };
  const published = dataIn(staffFrames(logged({ ...early, lastChange, isLater: true })));
  assert.ok(typeof published === 'object' && published !== null && 'lastChange' in published);
  assert.equal(published.lastChange, null);
  assert.ok(!('isLater' in published));
  assert.ok(!patientFrames(logged({ ...early, lastChange })).includes('teleport'));
});
