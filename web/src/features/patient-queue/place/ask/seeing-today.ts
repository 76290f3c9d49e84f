import { isAskState } from '@baari/contract/queue/announced-wait.ts';
import type { Doctor } from '@baari/contract/doctor/doctor.ts';

/** The maximum number of other doctors that are suggested. */
const mostOffered = 3;

/**
 * Returns the other doctors of the department who accept patients and can see the patient before
 * their hours end. The shortest wait comes first.
 */
export function seeingToday(
  doctors: readonly Doctor[],
  instead: Pick<Doctor, 'id' | 'department'>,
): Doctor[] {
  const open = doctors.filter(
    ({ id, department, status, opening, waitIfJoinedNow, lineIfJoinedNow: line }) =>
      id !== instead.id &&
      department === instead.department &&
      status === 'Available' &&
      opening?.isOpen !== false &&
      waitIfJoinedNow !== null &&
      line !== null &&
      !isAskState(line.state),
  );
  const minutesOf = ({ waitIfJoinedNow }: Doctor) => waitIfJoinedNow?.minutes ?? Infinity;
  return open.toSorted((one, other) => minutesOf(one) - minutesOf(other)).slice(0, mostOffered);
}
