import { useCallback } from 'react';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import type { Messages } from '../../i18n/areas.gen.ts';
import { ApiProblem } from './problem.ts';
import { fieldText, problemText } from './problem-text.ts';

/**
 * Returns a function `text(failure, fallback)` that gives the translated message of a failed API
 * call [ERR-1].
 */
export function useProblemText(): (failure: unknown, fallback?: string) => string {
  const { common } = useMessages();
  const texts = useRefusals();
  return useCallback(
    (failure, fallback) =>
      problemText(failure, texts, common.networkFailed) ??
      fallback ??
      (failure instanceof ApiProblem ? failure.message : common.anErrorOccurred),
    [texts, common],
  );
}

/**
 * Returns a function that translates a schema's message into the language of the page, as in
 * `text(errors.email?.message)`.
 */
export function useFieldText(): (message: string | undefined) => string | undefined {
  const texts = useRefusals();
  return useCallback(
    (message) => (message === undefined ? undefined : fieldText(message, texts)),
    [texts],
  );
}

/**
 * The translated texts of refusals. For English no texts are loaded, because the server and the
 * schemas have English texts.
 */
export function useRefusals(): Messages['refusals'] | undefined {
  const { language } = useLanguage();
  const names = language === 'en' ? [] : (['refusals'] as const);
  return useMessages(...names).refusals;
}
