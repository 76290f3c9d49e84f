import { type RefObject, useEffect, useRef } from 'react';
import type { ApiProblem } from '../problem.ts';
import { useFieldText } from '../use-problem-text.ts';

/**
 * What a refused save says of the fields of a form that keeps them itself, in the reader's words: `at` of each, for
 * its `error` [ERR-1].
 */
export function useFieldProblems<Field extends string>(
  failure: ApiProblem | null,
  fields: readonly Field[],
): {
  readonly at: Readonly<Partial<Record<Field, string>>>;
  /** Whether a part of it has no field to stand at, and is to be said elsewhere. */
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

/** After a refusal the first field that is wrong has the focus, where it is read out. The answer is the form's ref. */
export function useFocusOnWrong(failure: ApiProblem | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  return form;
}
