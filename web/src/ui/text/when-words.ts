/**
 * The words for the expected time at which a patient is called in, in the hospital's time zone. All
 * pages use the same words [INV-16, QST-12].
 */
import type { WaitRange } from '@baari/contract/queue/wait.ts';
import type { Formats } from '../../i18n/format.ts';
import type { Messages } from '../../i18n/areas.gen.ts';

export type AnnouncedRange = Pick<WaitRange, 'parts'> | null;

export interface WhenWords {
  readonly ui: Pick<Messages['ui'], 'when'>;
  readonly format: Formats;
}

/**
 * Returns the expected time at which a patient is called in, such as "Between 10:20 and 11:05", or
 * times before and after a break. Undefined if the time cannot be predicted.
 */
export function whenWords(
  range: AnnouncedRange,
  now: number,
  zone: string,
  { ui, format }: WhenWords,
): string | undefined {
  const parts = (range?.parts ?? []).map(({ from, to }) => {
    return { from: Date.parse(from), to: Date.parse(to) };
  });
  if (parts.length === 0) return undefined;
  const [first, next, ...later] = parts.filter(({ to }) => to > now);
  if (first === undefined) return ui.when.anyMoment;
  const clock = (moment: number) => format.timeOrDate(moment, now, zone);
  const { from, to } = first;
  // All expected times after the next break are shown as one range.
  if (next !== undefined) {
    return ui.when.orAfterBreak(clock(to), clock(next.from), clock((later.at(-1) ?? next).to));
  }
  return from <= now ? ui.when.by(clock(to)) : ui.when.between(clock(from), clock(to));
}
