/** The expected time of a call as two clock times, where a sentence has no space. */
import { noBreak } from '@baari/contract/text/no-break.ts';
import { type AnnouncedRange, type WhenWords, whenWords } from '../../../ui/text/when-words.ts';

/** A call within this many milliseconds is shown without a date, also if it is after midnight. */
const nearMs = 12 * 3_600_000;

/**
 * Returns the expected time, such as "10:20 – 11:05"; in words if it has begun, and undefined if it
 * cannot be predicted [INV-16].
 */
export function whenBriefly(
  range: AnnouncedRange,
  now: number,
  zone: string,
  words: WhenWords,
): string | undefined {
  const [first, last] = [range?.parts[0], range?.parts.at(-1)];
  if (!first || !last || Date.parse(first.from) <= now) {
    const said = whenWords(range, now, zone, words);
    return said && noBreak(said);
  }
  const isNear = Date.parse(last.to) - now < nearMs;
  const clock = (moment: string) =>
    isNear ? words.format.time(moment, zone) : words.format.timeOrDate(moment, now, zone);
  return `${clock(first.from)} – ${clock(last.to)}`;
}
