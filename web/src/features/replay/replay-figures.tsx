import {
  type DayFigureName,
  dayFigureNames,
  type Replayed,
  type Spread,
} from '@baari/contract/hospital/replay.ts';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { FigureTable } from '../../ui/chart/figure-table.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { clockOf } from './clock-of.ts';

/** The effect of the simulated change compared with the real day, and how certain the effect is. */
export function ReplayFigures({ day, replay }: { day: string; replay: Replayed }): ReactNode {
  const { replay: t, common } = useMessages('replay');
  const format = useFormat();
  const { recorded, unchanged, changed, difference, unknown, walkIns, draws } = replay;
  return (
    <Card as="section" aria-label={t.figures} className="flex flex-col gap-4">
      <h3 className="font-semibold text-ink">{t.figures}</h3>
      <p className="text-[0.9375rem] text-ink">{verdict()}</p>
      {walkIns.putOff + walkIns.sentAway > 0 && (
        <p className="text-[0.9375rem] text-ink">
          {t.quota(
            format.number(walkIns.all),
            format.number(walkIns.putOff),
            format.number(walkIns.sentAway),
          )}
        </p>
      )}
      {!replay.isFaithful && <Notice tone="warning" title={t.unfaithful} />}
      <FigureTable
        caption={t.figures}
        headings={[t.figure, t.recorded, t.unchanged, t.changed, t.difference]}
        rows={dayFigureNames.map((name) => ({
          key: name,
          head: t.names[name],
          cells: [
            plain(name, recorded.figures[name]),
            spread(unchanged.figures[name], (value) => plain(name, value)),
            spread(changed.figures[name], (value) => plain(name, value)),
            spread(difference[name], (value) => signed(name, value)),
          ],
        }))}
      />
      <p className="text-sm text-ink-soft">
        {t.method(format.number(draws))}{' '}
        {t.unknown(format.number(unknown.lengths), format.number(unknown.arrivals))}
      </p>
    </Card>
  );

  /** Returns the result in one sentence. The sentence says if the effect may be due to chance. */
  function verdict(): string {
    const wait = difference.waitMedian;
    if (wait === null) return t.nobodyCalled;
    const [low, high] = [Math.round(wait.low), Math.round(wait.high)];
    if (low === 0 && high === 0) return t.noDifference;
    const minutes = format.number(Math.abs(Math.round(wait.middle)));
    if (high < 0) return t.shorter(minutes, format.range(-high, -low));
    if (low > 0) return t.longer(minutes, format.range(low, high));
    return t.unsure;
  }

  function spread(value: Spread | null, text: (value: number) => string): string {
    if (value === null) return common.dash;
    const [low, middle, high] = [text(value.low), text(value.middle), text(value.high)];
    return low === high ? middle : t.spread(middle, low, high);
  }

  function plain(name: DayFigureName, value: number | null): string {
    if (value === null) return common.dash;
    if (name === 'keptShare') return format.percent(value);
    if (name === 'lastEnd') return clockOf(format, day, value);
    const whole = format.number(Math.round(value));
    return inMinutes.has(name) ? t.minutes(whole) : whole;
  }

  function signed(name: DayFigureName, value: number): string {
    const isShare = name === 'keptShare';
    const size = Math.round(Math.abs(value) * (isShare ? 100 : 1));
    const text = isShare
      ? t.points(format.number(size))
      : inMinutes.has(name) || name === 'lastEnd'
        ? t.minutes(format.number(size))
        : format.number(size);
    return size === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
  }
}

const inMinutes: ReadonlySet<DayFigureName> = new Set(['waitMedian', 'waitP90', 'idleMinutes']);
