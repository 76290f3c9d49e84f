/** When a call is expected, on the hospital's clock: the same words wherever a wait is told [INV-16, QST-12]. */
import type { WaitRange } from '@baari/contract/wait.ts';
import type { Formats } from '../i18n/format.ts';
import type { Messages } from '../i18n/areas.gen.ts';

/** No line ends within a time: engines differ in the space before am and pm, ص and م in Arabic. */
export function unbroken(text: string): string {
  return text.replaceAll(/(?<=\d) (?=(?:[ap]m|[صم])(?!\p{L}))/giu, '\u202f');
}

export type ToldRange = Pick<WaitRange, 'parts'> | null;

export interface WhenWords {
  readonly ui: Pick<Messages['ui'], 'when'>;
  readonly format: Formats;
}

/** "Between 10:20 and 11:05", or before and after a break; undefined while nobody can say. */
export function whenWords(
  range: ToldRange,
  now: number,
  zone: string,
  { ui, format }: WhenWords,
): string | undefined {
  const parts = (range?.parts ?? []).map(({ from, to }) => {
    return { from: Date.parse(from), to: Date.parse(to) };
  });
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const clock = (moment: number) => format.time(moment, zone);
  if (last.to <= now) return ui.when.anyMoment;
  if (last !== first && first.to > now) {
    return ui.when.orAfterBreak(clock(first.to), clock(last.from), clock(last.to));
  }
  const { from, to } = first.to > now ? first : last;
  return from <= now ? ui.when.by(clock(to)) : ui.when.between(clock(from), clock(to));
}
