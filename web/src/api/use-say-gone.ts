import { useEffect, useRef } from 'react';
import { loadAreas, loadedMessages } from '../i18n/catalogue.ts';
import { useLanguage } from '../i18n/language.tsx';
import type { Language } from '@baari/contract/languages.ts';
import { toast } from '../ui/feedback/toast.ts';

/**
 * Says so when what a dialog is open on goes away under it: somebody else has decided, and whoever was
 * about to must not wonder where the window went. Belongs into what goes with it, such as its card.
 */
export function useSayGone(isAsking: boolean, name: string): void {
  const { language } = useLanguage();
  const asked = useRef({ isAsking, name, language, page: '' });
  useEffect(() => {
    asked.current = { isAsking, name, language, page: location.href };
  });
  useEffect(
    () => () => {
      const last = asked.current;
      // Whoever leaves the page leaves its windows too.
      if (last.isAsking && last.page === location.href) void sayGone(last.language, last.name);
    },
    [],
  );
}

/** That somebody else has decided on what is named so. */
export async function sayGone(language: Language, name: string): Promise<void> {
  try {
    await loadAreas(language, ['saves']);
  } catch (failure) {
    console.warn('The words for what has gone could not be fetched', failure);
  }
  const { saves } = loadedMessages(language);
  toast({ type: 'info', title: name, ...(saves && { message: saves.decidedElsewhere }) });
}
