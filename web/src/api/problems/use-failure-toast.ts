import { useCallback } from 'react';
import { toast } from '../../ui/feedback/toast.ts';
import { useProblemText } from './use-problem-text.ts';

/**
 * `tell(failure, title)`: shows a toast with the reason, or `fallback` where none was given
 * [ERR-1].
 */
export function useFailureToast(): (failure: unknown, title: string, fallback?: string) => void {
  const problemText = useProblemText();
  return useCallback(
    (failure, title, fallback) =>
      toast({ type: 'error', title, message: problemText(failure, fallback) }),
    [problemText],
  );
}
