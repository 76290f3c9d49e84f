import { useCallback } from 'react';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import type { Messages } from '../../i18n/areas.gen.ts';
import { ApiProblem } from './problem.ts';
import { fieldText, problemText } from './problem-text.ts';

/** `text(failure, fallback)`: the translated message of a failed call [ERR-1]. */
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

/** `text(errors.email?.message)`: a schema's message in the language shown. */
export function useFieldText(): (message: string | undefined) => string | undefined {
  const texts = useRefusals();
  return useCallback(
    (message) => (message === undefined ? undefined : fieldText(message, texts)),
    [texts],
  );
}

/**
 * The texts of refusals. For English none are loaded, because the server and the schemas have English texts.
 */
export function useRefusals(): Messages['refusals'] | undefined {
  const { language } = useLanguage();
  const names = language === 'en' ? [] : (['refusals'] as const);
  return useMessages(...names).refusals;
}
