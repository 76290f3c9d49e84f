import { useEffect, useRef } from 'react';
import { loadAreas, loadedMessages } from '../../i18n/catalogue.ts';
import { useLanguage } from '../../i18n/language.tsx';
import type { Language } from '@baari/contract/languages.ts';
import { toast } from '../../ui/feedback/toast.ts';

/**
 * Shows a toast when a colleague has handled the item of an open dialog, so that the item and the
 * dialog disappear. Call it in the component that disappears, such as a card.
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
      // A navigation closes dialogs too, but then no message is needed.
      if (last.isAsking && last.page === location.href) void sayGone(last.language, last.name);
    },
    [],
  );
}

/** Shows a toast that another person has already handled this item. */
export async function sayGone(language: Language, name: string): Promise<void> {
  try {
    await loadAreas(language, ['saves']);
  } catch (failure) {
    console.warn('The words for what has gone could not be fetched', failure);
  }
  const { saves } = loadedMessages(language);
  toast({ type: 'info', title: name, ...(saves && { message: saves.decidedElsewhere }) });
}
