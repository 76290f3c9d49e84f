import { useCallback } from 'react';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { fieldText, problemText } from './problem-text.ts';

/** `text(failure, fallback)`: what to tell people about a failed call [ERR-1]. */
export function useProblemText(): (failure: unknown, fallback?: string) => string {
  const { language } = useLanguage();
  const t = useMessages('refusals');
  return useCallback(
    (failure, fallback) =>
      problemText(failure, language, t.refusals) ?? fallback ?? t.common.anErrorOccurred,
    [language, t],
  );
}

/** `text(errors.email?.message)`: a schema's sentence in the language shown. */
export function useFieldText(): (message: string | undefined) => string | undefined {
  const t = useMessages('refusals');
  return useCallback(
    (message) => (message === undefined ? undefined : fieldText(message, t.refusals)),
    [t],
  );
}
