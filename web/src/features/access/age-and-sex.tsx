import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sharedProfileQuery } from '../../api/queries/access-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { ageOn, dayIn } from './age.ts';

/**
 * The patient's age and sex, if the patient shares the profile with the hospital. Renders nothing
 * for a patient without an account, who has no profile [CONS-2, SEC-26].
 */
export function AgeAndSex({ patientId, zone }: { patientId: string; zone: string }): ReactNode {
  const { access: t } = useMessages('access');
  const now = useNow();
  const { data, isPending } = useQuery(sharedProfileQuery(patientId));
  if (isPending || data?.hasAccount === false) return null;
  const { dateOfBirth = '', gender = '' } = data?.profile ?? {};
  const age = dateOfBirth === '' ? undefined : ageOn(dayIn(zone, now), dateOfBirth);
  const parts = [
    age && t.ages[age.unit](age.count),
    gender === '' || gender === 'Prefer not to say' ? undefined : t.genders[gender],
  ].filter((part) => part !== undefined);
  return <span>{parts.length === 0 ? t.noAgeNorSex : parts.join(' · ')}</span>;
}
