import { useMessages } from '../i18n/language.tsx';
import { toast } from './toast.ts';

/**
 * Goes on with a press when the code that it needs is there. Where that cannot be fetched it is said, and the page
 * stays as it is: without a network a patient's place would give way to an error.
 */
export function useWhenFetched(): (code: Promise<unknown>, goOn: () => void) => void {
  const { common } = useMessages();
  return (code, goOn) =>
    void code.then(goOn, () => toast({ type: 'error', title: common.networkFailed }));
}
