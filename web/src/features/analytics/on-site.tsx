import type { OnSiteClaim } from '@baari/contract/hospital/analytics.ts';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Section } from './section.tsx';

/**
 * Shows how much time at the hospital patients save by joining a line remotely, as measured at this
 * hospital. If data is missing, says which data.
 */
export function OnSite({ claim }: { claim: OnSiteClaim }): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const dayName = (day: string) => format.date(`${day}T12:00:00Z`, 'UTC');
  const { saved, missingVisits, remoteVisits, walkInVisits, from, to } = claim;
  const { idlePerHour, absentShare } = claim;
  return (
    <Section title={t.onSite.title}>
      {saved ? (
        <p className="text-2xl font-bold tracking-tight text-ink tabular-nums">
          {saved.share >= 0
            ? t.onSite.less(format.percent(saved.share))
            : t.onSite.more(format.percent(-saved.share))}
        </p>
      ) : (
        <p className="text-[0.9375rem] font-medium text-ink">
          {missingVisits > 0 ? t.onSite.missing(missingVisits) : t.onSite.notComparable}
        </p>
      )}
      {saved && (
        <p className="text-sm text-ink-soft tabular-nums">
          {t.onSite.interval(format.percent(saved.lower), format.percent(saved.upper))}
        </p>
      )}
      <p className="text-sm text-ink-soft tabular-nums">
        {t.onSite.visits(
          format.number(remoteVisits),
          format.number(walkInVisits),
          dayName(from),
          dayName(to),
        )}
      </p>
      {idlePerHour !== null && absentShare !== null && (
        <p className="text-sm text-ink-soft tabular-nums">
          {t.onSite.price(format.number(idlePerHour), format.percent(absentShare))}
        </p>
      )}
      <p className="max-w-prose text-sm text-ink-soft">{t.onSite.method}</p>
    </Section>
  );
}
