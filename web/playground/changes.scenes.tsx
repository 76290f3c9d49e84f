/**
 * Scenes of the "What happened" list for another person's place in the queue, with every kind of
 * change [PAT-11].
 */
import { placeReasons } from '@baari/contract/constants.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { ReactNode } from 'react';
import { ChangeList } from '../src/features/patient-queue/visits/change-list.tsx';
import { patientEntry, queueDoctor, queuePatient } from '../src/live/queue-entry.test-data.ts';
import { SignedIn } from './signed-in.tsx';

const begin = Date.parse('2026-03-12T05:00:00.000Z');

function at(minutes: number): string {
  return new Date(begin + minutes * 60_000).toISOString();
}

const joined = { status: 'in_progress', joinedAt: at(0), startedAt: at(90) } as const;

/**
 * Each reason for a change of place three times: another patient moved in front, another patient
 * moved back, and this patient was moved.
 */
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
  // The patient has a different name than in the other section, so that the headings of the two
  // sections differ.
  patient: queuePatient('Sita'),
  approvedAt: joined.joinedAt,
  booking: { id: 'b1', startsAt: at(80), dueAt: at(80) },
});

const doctorsStop = patientEntry({
  ...booked,
  id: 'stop1',
  visitId: 'stop1',
  patient: queuePatient('Gita'),
  status: 'completed',
  startedAt: at(90),
  endedAt: at(100),
});
const laboratory = { ...queueDoctor('Laboratory'), service: 'laboratory' as const };
const earlier = [
  doctorsStop,
  {
    ...doctorsStop,
    id: 'stop2',
    doctor: laboratory,
    joinedAt: at(100),
    status: 'no_show' as const,
  },
];
const sentOn = patientEntry({
  ...doctorsStop,
  id: 'stop3',
  status: 'waiting',
  position: 2,
  joinedAt: at(110),
  approvedAt: at(110),
  startedAt: null,
  endedAt: null,
});

const moves = [
  { kind: 'moved', at: begin + 75 * 60_000, from: 5, to: 1 },
  { kind: 'moved', at: begin + 70 * 60_000, from: 1, to: 5 },
] as const;

export function OfAnother(): ReactNode {
  return (
    <SignedIn viewer="patient">
      <ChangeList entry={asked} earlier={[]} moves={moves} />
      <ChangeList entry={booked} earlier={[]} moves={[]} />
      <ChangeList entry={sentOn} earlier={earlier} moves={[]} />
    </SignedIn>
  );
}
