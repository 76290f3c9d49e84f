import { useCallback } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { usePlace } from '../../navigation/navigation.tsx';
import { helpOfScreen } from '../../navigation/open-help.ts';
import { ApiProblem } from './problem.ts';

/**
 * Returns a function that gives the address of the page of help that explains a refusal; undefined
 * for a failure without such a page.
 */
export function useWhy(): (failure: unknown) => string | undefined {
  const place = usePlace();
  const { language } = useLanguage();
  return useCallback(
    (failure) =>
      failure instanceof ApiProblem && failure.isExplained
        ? helpOfScreen(place, language, failure.code)
        : undefined,
    [place, language],
  );
}
