import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type DraftPlace, keepDraft } from '../../device/draft.ts';

/**
 * Saves the typed values of a form as a draft in the browser, except the fields in `without`, such
 * as passwords.
 */
export function useDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  place: DraftPlace,
  without: readonly (keyof Input & string)[] = [],
): void {
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          // Only text that a person typed is saved. When the page itself sets a value, the name is
          // missing.
          if (name === undefined) return;
          const kept = Object.entries(values).filter(([field]) => !without.includes(field));
          keepDraft(place, Object.fromEntries(kept));
        },
      }),
    [subscribe, place, without],
  );
}
