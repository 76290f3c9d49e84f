import { useCallback } from 'react';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import type { Language } from '@baari/contract/languages.ts';
import { toast } from '../feedback/toast.ts';

/**
 * Switches the page's language once the texts of that language have loaded. If loading fails, shows
 * a toast.
 */
export function useChangeLanguage(): (to: Language, forNow?: boolean) => Promise<void> {
  const { setLanguage } = useLanguage();
  const { common } = useMessages();
  return useCallback(
    async (to, forNow) => {
      try {
        await setLanguage(to, forNow);
      } catch {
        // The only possible failure is that the texts of the language do not load.
        toast({
          type: 'error',
          title: common.languageFailedTitle,
          message: common.languageFailed,
        });
      }
    },
    [setLanguage, common],
  );
}
