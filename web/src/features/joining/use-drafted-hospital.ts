import type { Hospital } from '@baari/contract/hospital/hospital.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hospitalQuery } from '../../api/queries/queries.ts';
import { type Draft, textsOf } from '../../device/draft.ts';
import { typedId } from './join-form.ts';

/**
 * The hospital chosen in the form. At first it is the hospital of the stored draft, loaded by its
 * id.
 */
export function useDraftedHospital(
  draft: Draft | undefined,
): [Hospital | undefined, (next: Hospital | undefined) => void] {
  const id = typedId(textsOf(draft, ['hospitalId']).hospitalId ?? '');
  const [chosen, setChosen] = useState<{ readonly hospital: Hospital | undefined }>();
  const { data } = useQuery({ ...hospitalQuery(id ?? ''), enabled: id !== undefined });
  return [chosen ? chosen.hospital : data, (hospital) => setChosen({ hospital })];
}
