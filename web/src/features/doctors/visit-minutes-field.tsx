import { usualVisitMinutes, visitMinutesBounds } from '@baari/contract/doctor/visit-minutes.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { TextField, type TextFieldProps } from '../../ui/form/text-field.tsx';

/**
 * The field for the length of a visit as typed. If empty, the usual minutes of the specialty apply.
 */
export const visitMinutesAsTyped = {
  setValueAs: (typed: unknown) =>
    typed === '' || typed === null || typed === undefined ? null : Number(typed),
};

/**
 * The field for the usual length of a doctor's visits in minutes. Until visits were measured, waits
 * are forecast from this value [QST-12].
 */
export function VisitMinutesField({
  specialty,
  ...field
}: Omit<TextFieldProps, 'label' | 'hint'> & { specialty: string | undefined }): ReactNode {
  const t = useMessages('doctors');
  return (
    <TextField
      type="number"
      inputMode="numeric"
      label={t.doctors.visitMinutes}
      hint={t.doctors.visitMinutesHint(String(usualVisitMinutes(specialty ?? '')))}
      min={visitMinutesBounds.least}
      max={visitMinutesBounds.most}
      {...field}
    />
  );
}
