import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type DraftPlace, keepDraft } from '../../device/draft.ts';

/** Keeps what is typed into a form as its draft, without the fields that are named; no passwords. */
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
          // Only what somebody typed: a value that the page puts in is no draft.
          if (name === undefined) return;
          const kept = Object.entries(values).filter(([field]) => !without.includes(field));
          keepDraft(place, Object.fromEntries(kept));
        },
      }),
    [subscribe, place, without],
  );
}
