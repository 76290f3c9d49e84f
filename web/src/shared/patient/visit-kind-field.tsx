import { visitKinds } from '@baari/contract/constants.ts';
import type { ComponentProps, ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Select } from '../../ui/form/select.tsx';

/**
 * A select field for a new or a follow-up visit. The choice affects the waits of patients later in
 * the line. Takes the props of `register()` [QST-12].
 */
export function VisitKindField({
  decidesTimes = false,
  ...field
}: Omit<ComponentProps<'select'>, 'children'> & {
  error?: string | undefined;
  /**
   * Whether the kind of visit decides how long the booked visit takes, and so which times are free.
   */
  decidesTimes?: boolean;
}): ReactNode {
  const { visitKind: t, common } = useMessages('visitKind');
  return (
    <Select
      label={t.label}
      labelNote={common.optional}
      hint={decidesTimes ? t.decidesTimes : t.hint}
      placeholder={t.unsaid}
      options={visitKinds.map((value) => ({ value, label: t.asked[value] }))}
      {...field}
    />
  );
}
