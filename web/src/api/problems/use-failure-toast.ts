import { useCallback } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { openHelp } from '../../navigation/open-help.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useProblemText } from './use-problem-text.ts';
import { useWhy } from './use-why.ts';

/**
 * Returns a function `show(failure, title)` that shows a toast with the reason of the failure, or
 * with `fallback` if the failure has no reason, and a button to its page of help [ERR-1].
 */
export function useFailureToast(): (failure: unknown, title: string, fallback?: string) => void {
  const { common } = useMessages();
  const problemText = useProblemText();
  const whyOf = useWhy();
  return useCallback(
    (failure, title, fallback) => {
      const why = whyOf(failure);
      toast({
        type: 'error',
        title,
        message: problemText(failure, fallback),
        ...(why !== undefined && { action: { label: common.why, press: () => openHelp(why) } }),
      });
    },
    [common, problemText, whyOf],
  );
}
