import type { PatientEntry } from '@baari/contract/queue.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useWhose } from '../../people/use-whose.ts';

/** "You are 3rd", "Riya is next", "Request sent": where an entry stands, in the person's name. */
export function usePlaceText(): (entry: PatientEntry) => string {
  const { patientQueue: t } = useMessages('patientQueue');
  const whose = useWhose();
  return ({ status, position, patient }) => {
    const name = whose(patient);
    if (status === 'in_progress') return name === undefined ? t.turnHeadline : t.turnOf(name);
    if (status === 'pending_approval') return t.pendingHeadline;
    if (position <= 0) return t.calculating;
    if (name !== undefined) {
      return position === 1 ? t.personIsNext(name) : t.personIs(name, position);
    }
    return position === 1 ? t.youAreNext : t.youAre(position);
  };
}
