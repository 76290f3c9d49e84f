/** "What happened" of a place of somebody else, with all that can happen to one [PAT-11]. */
import { placeReasons } from '@baari/contract/constants.ts';
import type { PatientEntry } from '@baari/contract/queue.ts';
import type { ReactNode } from 'react';
import { Changes } from '../src/features/patient-queue/changes.tsx';
import { patientEntry, queuePatient } from '../src/live/queue-entry.test-data.ts';
import { SignedIn } from './signed-in.tsx';

const begin = Date.parse('2026-03-12T05:00:00.000Z');

function at(minutes: number): string {
  return new Date(begin + minutes * 60_000).toISOString();
}

const joined = { status: 'in_progress', joinedAt: at(0), startedAt: at(90) } as const;

/** Each reason three times: another one came ahead, another one went back, it was this place. */
const placeChanges: PatientEntry['placeChanges'] = placeReasons.flatMap((reason, index) => [
  { at: at(10 + index), from: 2, to: 3, reason, own: false },
  { at: at(30 + index), from: 3, to: 2, reason, own: false },
  { at: at(50 + index), from: 2, to: 4, reason, own: true },
]);

const asked = patientEntry({
  ...joined,
  id: 'asked',
  approvedAt: at(5),
  urgencyChange: { stated: 'high', at: at(6) },
  placeChanges,
});

const booked = patientEntry({
  ...joined,
  id: 'booked',
  // The headings of two sections tell them apart by the name.
  patient: queuePatient('Sita'),
  approvedAt: joined.joinedAt,
  booking: { id: 'b1', startsAt: at(80), dueAt: at(80) },
});

const moves = [
  { kind: 'moved', at: begin + 75 * 60_000, from: 5, to: 1 },
  { kind: 'moved', at: begin + 70 * 60_000, from: 1, to: 5 },
] as const;

export function OfAnother(): ReactNode {
  return (
    <SignedIn viewer="patient">
      <Changes entry={asked} moves={moves} />
      <Changes entry={booked} moves={[]} />
    </SignedIn>
  );
}
