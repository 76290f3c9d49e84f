import { visitKinds } from '@baari/contract/constants.ts';
import type { ComponentProps, ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Select } from '../../ui/form/select.tsx';

/**
 * A select for new or follow-up visit, which affects the wait of those behind; takes `register()`
 * [QST-12].
 */
export function VisitKindField(
  field: Omit<ComponentProps<'select'>, 'children'> & { error?: string | undefined },
): ReactNode {
  const { visitKind: t, common } = useMessages('visitKind');
  return (
    <Select
      label={t.label}
      labelNote={common.optional}
      hint={t.hint}
      placeholder={t.unsaid}
      options={visitKinds.map((value) => ({ value, label: t.asked[value] }))}
      {...field}
    />
  );
}
