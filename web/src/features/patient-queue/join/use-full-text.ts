import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import type { Joinable } from './joinable.ts';

/** Why the limits of a line leave no room for a request now; undefined while they do [QST-1, PAT-6]. */
export function useFullText({
  requests: { state, again },
  timeZone,
}: Pick<Joinable, 'requests' | 'timeZone'>): string | undefined {
  const { asking } = useMessages('asking');
  const format = useFormat();
  const now = useNow();
  if (state === 'open') return undefined;
  if (state === 'full_now') return asking.fullNow;
  // The day is over, so the state is outdated until it is read again.
  if (again !== null && Date.parse(again) <= now) return undefined;
  const when = again === null ? undefined : format.coming(again, now, timeZone);
  return state === 'full_today' ? asking.fullToday(when) : asking.requestsOver(when);
}
