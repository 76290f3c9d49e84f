import { noBreak } from '@baari/contract/text/no-break.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useNow } from '../hooks/use-now.ts';
import { type AnnouncedRange, whenWords } from './when-words.ts';

/**
 * Returns the expected time at which a patient is called in, in words relative to now. Undefined if
 * the time cannot be predicted [INV-16].
 */
export function useWhen(): (range: AnnouncedRange, zone: string) => string | undefined {
  const { ui } = useMessages();
  const format = useFormat();
  const now = useNow();
  return (range, zone) => {
    const words = whenWords(range, now, zone, { ui, format });
    return words && noBreak(words);
  };
}
