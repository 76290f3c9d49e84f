/** Tests of the statuses that a place in a line has as a FHIR encounter. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsIn } from '../../testing/stand-ins/fhir-checks.ts';
import { bookingStatus, requestStatus } from './appointment.rules.ts';
import {
  encounterOf,
  encounterStatus,
  type EntryFacts,
  statusHistory,
  visitOf,
} from './encounter.rules.ts';

const id = '6f1c2f0e-1111-4222-8333-444455556666';
const minute = 60_000;
const opening = Date.parse('2026-11-30T04:00:00.000Z');
function at(minutes: number): Date {
  return new Date(opening + minutes * minute);
}

const waiting: EntryFacts = {
  id,
  status: 'waiting',
  joined_at: at(0),
  approved_at: at(1),
  checked_in_at: null,
  called_at: null,
  back_at: null,
  started_at: null,
  ended_at: null,
  changed_at: at(1),
  last_action: 'approve',
  urgency: 'medium',
  stated_urgency: null,
  urgency_changed_at: null,
  cancelled_by: null,
  token: 'A012',
  token_day: '2026-11-30',
  appointment_id: null,
  visit_id: null,
  patient_id: id,
  patient_name: 'Asha Rao',
  line_id: id,
  line_name: 'Dr. Sen',
  is_shared: false,
  room: '12',
  point_id: null,
  point_name: null,
  point_doctor_id: null,
  point_doctor_name: null,
};
const here: EntryFacts = { ...waiting, checked_in_at: at(5) };
const started: EntryFacts = { ...here, status: 'in_progress', started_at: at(30) };
const done: EntryFacts = { ...started, status: 'completed', ended_at: at(45) };

const cases: readonly (readonly [string, EntryFacts, string, readonly string[]])[] = [
  ['a patient who waits at home', waiting, 'planned', []],
  ['a patient who waits at the hospital', here, 'arrived', ['planned']],
  [
    'a patient whose urgency staff judged',
    { ...here, stated_urgency: 'low', urgency_changed_at: at(8), urgency: 'high' },
    'triaged',
    ['planned', 'arrived'],
  ],
  [
    'a patient who missed a call',
    { ...here, called_at: at(20) },
    'onleave',
    ['planned', 'arrived'],
  ],
  [
    'a patient who came back after a missed call',
    { ...here, called_at: at(20), back_at: at(24) },
    'arrived',
    ['planned', 'arrived', 'onleave'],
  ],
  ['a patient with the doctor', started, 'in-progress', ['planned', 'arrived']],
  ['a completed visit', done, 'finished', ['planned', 'arrived', 'in-progress']],
  [
    'a patient who left the line',
    { ...here, status: 'cancelled', cancelled_by: 'patient', ended_at: at(9) },
    'cancelled',
    ['planned', 'arrived'],
  ],
  ['a no-show', { ...waiting, status: 'no_show', ended_at: at(60) }, 'cancelled', ['planned']],
  [
    'a check-in that was undone',
    { ...here, status: 'cancelled', last_action: 'undo_check_in', ended_at: at(6) },
    'entered-in-error',
    ['planned', 'arrived'],
  ],
];
const site = { base: 'https://baari.example/fhir/R4', hospitalId: id, showsPatients: false };

for (const [what, entry, status, before] of cases) {
  test(`${what} is an encounter with the status ${status} and its earlier statuses [API-33]`, () => {
    assert.equal(encounterStatus(entry), status);
    const history = statusHistory(entry);
    assert.deepEqual(
      history.map((each) => each.status),
      before,
    );
    const encounter = encounterOf(site, entry, { ageBand: '30-44' });
    assert.deepEqual(problemsIn(encounter), []);
    assert.equal(encounter.period?.start, entry.checked_in_at?.toISOString());
    assert.equal(encounter.period?.end, encounter.period && entry.ended_at?.toISOString());
  });
}

test('the periods of earlier statuses follow each other without a gap [API-33]', () => {
  const history = statusHistory(done);
  const periods = history.map(({ period }) => [period.start, period.end]);
  assert.deepEqual(periods, [
    [at(1).toISOString(), at(5).toISOString()],
    [at(5).toISOString(), at(30).toISOString()],
    [at(30).toISOString(), at(45).toISOString()],
  ]);
});

test('a visit of several stops is one encounter with the status of its open stop and all places [API-33, LINE-4]', () => {
  const first = { ...done, visit_id: id };
  const shared = { is_shared: true, room: null, point_id: id, point_name: 'Counter 1' };
  const second = { ...here, ...shared, visit_id: id, line_name: 'Laboratory' };
  const open = visitOf(site, [first, second], undefined);
  assert.equal(open.status, 'arrived');
  assert.equal(open.id, `visit-${id}`);
  assert.equal(open.period?.end, undefined);
  assert.deepEqual(
    open.location?.map(({ location }) => location.display),
    ['12', 'Laboratory', 'Counter 1'],
  );
  assert.deepEqual(problemsIn(open), []);
  const left = { ...second, status: 'cancelled', ended_at: at(90) } as const;
  assert.equal(visitOf(site, [first, left], undefined).status, 'finished');
  assert.equal(visitOf(site, [first, left], undefined).period?.end, at(90).toISOString());
});

test('the place in line is an extension with the range of the wait, its time and its method [API-33, API-35]', () => {
  const range = { lower: 5, upper: 25, parts: [] };
  const encounter = encounterOf(site, here, {
    ageBand: undefined,
    waiting: { place: 3, range, asOf: at(10) },
  });
  const [position] = encounter.extension ?? [];
  assert.equal(position?.url, `${site.base}/StructureDefinition/queue-position`);
  const values = new Map(position?.extension?.map((part) => [part.url, part]));
  assert.equal(values.get('place')?.valuePositiveInt, 3);
  assert.equal(values.get('wait')?.valueRange?.low?.value, 5);
  assert.equal(values.get('wait')?.valueRange?.high?.value, 25);
  assert.equal(values.get('asOf')?.valueInstant, at(10).toISOString());
  assert.equal(values.get('method')?.valueCode, 'calibrated-80');
  assert.deepEqual(problemsIn(encounter), []);
});

test('a token belongs to its hospital and day, and a patient has a name only for keys with patients:read [API-33, SEC-18]', () => {
  const plain = encounterOf(site, here, { ageBand: '30-44' });
  const system = `${site.base}/sid/token/${id}/2026-11-30`;
  assert.deepEqual(plain.identifier, [{ system, value: 'A012' }]);
  assert.equal(plain.subject?.reference, undefined);
  assert.ok(!JSON.stringify(plain).includes('Asha'));
  const named = encounterOf({ ...site, showsPatients: true }, here, { ageBand: undefined });
  assert.equal(named.subject?.display, 'Asha Rao');
  assert.equal(named.subject?.reference, `Patient/${id}`);
});

test('a booking follows the visit after the check-in, and a request without an approval is proposed or cancelled [API-33]', () => {
  assert.deepEqual(
    [
      bookingStatus('booked', undefined),
      bookingStatus('missed', undefined),
      bookingStatus('cancelled', undefined),
      bookingStatus('checked_in', undefined),
      bookingStatus('checked_in', 'waiting'),
      bookingStatus('checked_in', 'in_progress'),
      bookingStatus('checked_in', 'completed'),
      bookingStatus('checked_in', 'no_show'),
      bookingStatus('checked_in', 'cancelled'),
    ],
    [
      'booked',
      'noshow',
      'cancelled',
      'checked-in',
      'checked-in',
      'arrived',
      'fulfilled',
      'noshow',
      'cancelled',
    ],
  );
  assert.deepEqual((['pending_approval', 'rejected', 'cancelled'] as const).map(requestStatus), [
    'proposed',
    'cancelled',
    'cancelled',
  ]);
});
