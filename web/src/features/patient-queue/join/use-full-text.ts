import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import type { Joinable } from './joinable.ts';

/**
 * Says why the line's limits allow no new request now. Undefined if a request is allowed [QST-1,
 * PAT-6].
 */
export function useFullText({
  requests: { state, again },
  timeZone,
}: Pick<Joinable, 'requests' | 'timeZone'>): string | undefined {
  const { asking } = useMessages('asking');
  const format = useFormat();
  const now = useNow();
  if (state === 'open') return undefined;
  // The time from which patients can request again has passed, so the loaded state is too old. The
  // next fetch corrects it.
  if (again !== null && Date.parse(again) <= now) return undefined;
  const when = again === null ? undefined : format.coming(again, now, timeZone);
  // If only the current session of the timetable is full, the text also says when patients can
  // request again, if this time is known.
  if (state === 'full_now') return when === undefined ? asking.fullNow : asking.fullSession(when);
  return state === 'full_today' ? asking.fullToday(when) : asking.requestsOver(when);
}
