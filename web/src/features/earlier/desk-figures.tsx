import { type EarlierFigures, earlierFigureDays } from '@baari/contract/visit/earlier.ts';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { StatCard } from '../../ui/layout/card.tsx';
import { DeskSection } from './desk-section.tsx';

/**
 * What happened to the reserved slots of the last days. Shares are shown with a confidence
 * interval, because few slots give little certainty.
 */
export function FiguresOfEarlier({ figures }: { figures: EarlierFigures }): ReactNode {
  const { earlierDesk: t, common } = useMessages('earlierDesk');
  const format = useFormat();
  const { share, freed, filled, medianDaysWon, offersPerFill } = figures;
  const oneDigit = (value: number | null) =>
    value === null ? common.dash : format.number(Math.round(value * 10) / 10);
  return (
    <DeskSection title={t.figures(earlierFigureDays)}>
      {share === null ? (
        <p className="text-ink-soft">{t.noFigures}</p>
      ) : (
        <div className="grid gap-3 sm:grid-cols-3">
          <StatCard
            label={t.filled}
            value={format.percent(share.value)}
            hint={t.filledOf(
              filled,
              freed,
              format.percent(share.lower),
              format.percent(share.upper),
            )}
          />
          <StatCard label={t.daysWon} value={oneDigit(medianDaysWon)} />
          <StatCard label={t.offersPerFill} value={oneDigit(offersPerFill)} />
        </div>
      )}
    </DeskSection>
  );
}
