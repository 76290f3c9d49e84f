import { type Replayed, replayStepMinutes, type Spread } from '@baari/contract/hospital/replay.ts';
import { type ReactNode, useState } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { BandChart } from '../../ui/chart/band-chart.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { FigureTable } from '../../ui/chart/figure-table.tsx';
import { clockOf } from './clock-of.ts';

interface Props {
  day: string;
  replay: Replayed;
}

/**
 * Two charts of the number of waiting patients during the day, one real and one simulated. Both
 * charts use the same scale.
 */
export function ReplayPictures({ day, replay }: Props): ReactNode {
  const { replay: t } = useMessages('replay');
  const format = useFormat();
  const { recorded, unchanged, changed, begins } = replay;
  const highest = Math.max(
    ...recorded.waiting,
    ...unchanged.waiting.map(({ high }) => high),
    ...changed.waiting.map(({ high }) => high),
  );
  const top = Math.max(2, 2 * Math.ceil(highest / 2));
  const under = recorded.waiting.map((_, index) => hourUnder(begins + index * replayStepMinutes));
  const pictures = [
    { key: 'was', title: t.asItWas, label: t.asItWasPicture, band: unchanged.waiting },
    { key: 'would', title: t.asItWould, label: t.asItWouldPicture, band: changed.waiting },
  ];
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-4 lg:grid-cols-2">
        {pictures.map(({ key, title, label, band }) => (
          <Card key={key} as="section" aria-label={title} className="flex min-w-0 flex-col gap-2">
            <h3 className="font-semibold text-ink">{title}</h3>
            <p className="text-sm text-ink-soft">{t.waitingAxis}</p>
            <BandChart
              label={label}
              band={band}
              line={recorded.waiting}
              top={top}
              under={under}
              format={format.number}
            />
          </Card>
        ))}
      </div>
      <p className="text-sm text-ink-soft">{t.legend}</p>
      <WaitingTable day={day} replay={replay} />
    </div>
  );

  /**
   * The label below an hour of the chart. Only every second hour has a label, because a phone has
   * no space for more.
   */
  function hourUnder(minutes: number): string {
    return minutes % 120 === 0 ? String(Math.floor(minutes / 60) % 24) : '';
  }
}

function WaitingTable({ day, replay }: Props): ReactNode {
  const { replay: t } = useMessages('replay');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const { recorded, unchanged, changed, begins } = replay;
  const cell = (spread: Spread | undefined) => {
    if (spread === undefined) return '';
    const [low = '', middle = '', high = ''] = [spread.low, spread.middle, spread.high].map(
      (value) => format.number(Math.round(value)),
    );
    return low === high ? middle : t.spread(middle, low, high);
  };
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-primary-ink md:pointer-fine:min-h-8 print:hidden">
        {t.asTable}
      </summary>
      {open && (
        <FigureTable
          caption={t.waitingAxis}
          headings={[t.time, t.recorded, t.unchanged, t.changed]}
          rows={recorded.waiting.map((waiting, index) => ({
            key: String(index),
            head: clockOf(format, day, begins + index * replayStepMinutes),
            cells: [
              format.number(waiting),
              cell(unchanged.waiting[index]),
              cell(changed.waiting[index]),
            ],
          }))}
        />
      )}
    </details>
  );
}
