import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { ReactNode } from 'react';
import { LeaveBooked } from './leave-booked.tsx';
import { Withdraw } from './withdraw.tsx';

/**
 * The rarer cases in which a patient leaves a line: with an appointment, or before the request is
 * approved [APPT-1, PAT-11].
 */
export function LeaveOtherwise({
  title,
  entry,
  onClose,
  onGiveUp,
}: {
  title: string;
  entry: PatientEntry;
  onClose: () => void;
  onGiveUp: () => void;
}): ReactNode {
  const { booking } = entry;
  return booking === null ? (
    <Withdraw entry={entry} onClose={onClose} />
  ) : (
    <LeaveBooked {...{ title, entry, booking, onClose, onGiveUp }} />
  );
}
