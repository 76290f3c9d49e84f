import { isAway } from '@baari/contract/queue/line.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useMessages } from '../../../../i18n/language.tsx';
import { useWhose } from '../../../../shared/patient/use-whose.ts';
import { useNow } from '../../../../ui/hooks/use-now.ts';
import { adviceFor } from '../my-place.ts';
import { useTravelMinutes } from '../use-travel-minutes.ts';

/**
 * Returns a function for a text about a queue entry: "You are 3rd", "Riya is next", "Request sent".
 * It says "next" only if the patient will soon be called in [INV-16]; after a missed call it says
 * that instead [PAT-11].
 */
export function usePlaceText(): (entry: PatientEntry) => string {
  const { patientQueue: t } = useMessages('patientQueue');
  const whose = useWhose();
  const now = useNow();
  const [travelMinutes] = useTravelMinutes();
  return (entry) => {
    const { status, position, patient } = entry;
    const name = whose(patient);
    if (status === 'in_progress') return name === undefined ? t.turnHeadline : t.turnOf(name);
    if (status === 'pending_approval') return t.pendingHeadline;
    if (isAway(entry)) return name === undefined ? t.ownMove.held : `${name}: ${t.ownMove.held}`;
    if (position <= 0) return t.calculating;
    const isNext = adviceFor(entry, { now, travelMinutes }).kind === 'next';
    if (name !== undefined) return isNext ? t.personIsNext(name) : t.personIs(name, position);
    return isNext ? t.youAreNext : t.youAre(position);
  };
}
