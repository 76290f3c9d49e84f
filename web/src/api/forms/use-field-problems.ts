import { type RefObject, useEffect, useRef } from 'react';
import type { ApiProblem } from '../problems/problem.ts';
import { useFieldText } from '../problems/use-problem-text.ts';

/**
 * The translated errors of a refused save, for a form without react-hook-form. `at` returns the
 * `error` of a field [ERR-1].
 */
export function useFieldProblems<Field extends string>(
  failure: ApiProblem | null,
  fields: readonly Field[],
): {
  readonly at: Readonly<Partial<Record<Field, string>>>;
  /** Whether part of the refusal belongs to no field and must be shown outside the fields. */
  readonly isElsewhere: boolean;
} {
  const fieldText = useFieldText();
  const at: Partial<Record<Field, string>> = {};
  const details = typeof failure?.details === 'object' ? failure.details : [];
  let isElsewhere = failure !== null && details.length === 0;
  for (const { param, msg } of details) {
    const field = fields.find((name) => param === name || param.startsWith(`${name}.`));
    if (field === undefined) isElsewhere = true;
    else at[field] ??= fieldText(msg);
  }
  return { at, isElsewhere };
}

/**
 * Moves the keyboard focus to the first invalid field after a refusal, so that a screen reader
 * reads the field's error. Returns the ref for the form.
 */
export function useFocusOnWrong(failure: ApiProblem | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  return form;
}
