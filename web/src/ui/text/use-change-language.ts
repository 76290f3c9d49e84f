import { useCallback } from 'react';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import type { Language } from '@baari/contract/languages.ts';
import { toast } from '../feedback/toast.ts';

/** Shows everything in another language once its texts are there; says so when they do not arrive. */
export function useChangeLanguage(): (to: Language, forNow?: boolean) => Promise<void> {
  const { setLanguage } = useLanguage();
  const { common } = useMessages();
  return useCallback(
    async (to, forNow) => {
      try {
        await setLanguage(to, forNow);
      } catch {
        // The only way to fail is that the texts do not arrive.
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
