import type { AlikePatient } from '@baari/contract/patient/patient.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { alikeQuery, isEnoughToSeek } from '../../../api/queries/patient-queries.ts';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { AlikePatients } from './alike-patients.tsx';
import type { FamilyFields } from './family-form.ts';
import { useSettled } from './use-alike.ts';

/**
 * The family's phone number, and the patients known by this number. A tap adds a patient to the
 * form [DESK-7, DESK-9].
 */
export function FamilyPhone({
  onChoose,
}: {
  onChoose: (patient: AlikePatient) => void;
}): ReactNode {
  const { receiving: t, common } = useMessages('receiving');
  const form = useFormContext<FamilyFields>();
  const bind = useBoundField(form);
  const { phone, people } = useWatch({ control: form.control, compute: (fields) => fields });
  const sought = { name: '', phone: useSettled(phone.trim()).text };
  const query = useQuery({ ...alikeQuery(sought), enabled: isEnoughToSeek(sought) });
  const listed = new Set(people.map(({ patientId }) => patientId));
  return (
    <>
      <TextField
        label={t.familyPhone}
        labelNote={common.optional}
        type="tel"
        autoComplete="off"
        hint={t.familyPhoneHint}
        {...bind('phone')}
      />
      <AlikePatients
        query={query}
        found={query.data?.filter(({ id }) => !listed.has(id))}
        onChoose={onChoose}
      />
    </>
  );
}
