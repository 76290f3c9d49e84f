import { silentMinutes } from '@baari/contract/queue/announced-wait.ts';
import type { AnnouncedLine } from '@baari/contract/queue/wait.ts';
import type { Formats } from '../../i18n/format.ts';

/**
 * Returns the time to show for a line's state, as text: a clock time, or for how long nobody has
 * been called in.
 */
export function stateTime(
  { state, at }: Pick<AnnouncedLine, 'state' | 'at'>,
  now: number,
  zone: string,
  format: Formats,
): string | undefined {
  if (at === null) return undefined;
  return state === 'silent'
    ? format.duration(silentMinutes(at, now))
    : format.timeOrDate(at, now, zone);
}
