import { useCallback } from 'react';
import { toast } from '../../ui/feedback/toast.ts';
import { useProblemText } from './use-problem-text.ts';

/**
 * Returns a function `show(failure, title)` that shows a toast with the reason of the failure, or
 * with `fallback` if the failure has no reason [ERR-1].
 */
export function useFailureToast(): (failure: unknown, title: string, fallback?: string) => void {
  const problemText = useProblemText();
  return useCallback(
    (failure, title, fallback) =>
      toast({ type: 'error', title, message: problemText(failure, fallback) }),
    [problemText],
  );
}
