import { type ReactNode, useId } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { MonthMap } from './month-map.tsx';

/** A card with the month of one doctor. */
export function MonthCard({
  doctorId,
  dayHref,
}: {
  doctorId: string;
  dayHref: (date: string) => string;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const titleId = useId();
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-4">
      <h2 id={titleId} className="text-lg font-semibold text-ink">
        {t.monthTitle}
      </h2>
      <MonthMap doctorId={doctorId} dayHref={dayHref} />
    </Card>
  );
}
