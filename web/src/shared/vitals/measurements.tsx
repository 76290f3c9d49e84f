import type { Measurement, VisitVitals } from '@baari/contract/visit/vitals.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { useTimeOrDate } from '../../ui/hooks/use-time-or-date.ts';
import { StrikeOut } from './strike-out.tsx';
import { VitalsLine } from './vitals-line.tsx';
import { vitalsQuery } from './vitals-queries.ts';

interface MeasurementsProps {
  entryId: string;
  zone: string;
}

/** What was measured in a visit: the latest measurement, and the earlier ones on a press. */
export function Measurements({ entryId, zone }: MeasurementsProps): ReactNode {
  const { vitals: t } = useMessages('vitals');
  const query = useQuery(vitalsQuery(entryId));
  if (query.isPending) {
    return (
      <LoadingRegion label={t.loading}>
        <Skeleton className="h-5 w-2/3" />
      </LoadingRegion>
    );
  }
  if (!query.data) {
    return (
      <ProblemNotice
        title={t.failed}
        problem={query.error}
        fallback={t.failed}
        action={<TryAgain query={query} part />}
      />
    );
  }
  if (query.data.measurements.length === 0) return <p className="text-ink-soft">{t.none}</p>;
  return <Known vitals={query.data} entryId={entryId} zone={zone} />;
}

function Known({ vitals, ...props }: MeasurementsProps & { vitals: VisitVitals }): ReactNode {
  const { vitals: t } = useMessages('vitals');
  const { measurements, settings, isAgeKnown } = vitals;
  // A measurement that was struck out is no longer the latest one.
  const latest = measurements.find(({ struck }) => struck === null);
  const earlier = measurements.filter((each) => each !== latest);
  const hasMarks = measurements.some(({ marks }) => marks.length > 0);
  return (
    <div className="flex flex-col gap-2">
      {latest === undefined ? (
        <p className="text-ink-soft">{t.none}</p>
      ) : (
        <One measurement={latest} settings={settings} {...props} />
      )}
      {!isAgeKnown && <p className="text-sm text-ink-soft">{t.ageUnknown}</p>}
      {hasMarks && <p className="text-sm text-ink-soft">{t.marksMean}</p>}
      {earlier.length > 0 && (
        <Disclosure show={t.earlier(earlier.length)} hide={t.hideEarlier}>
          <ul className="flex flex-col divide-y divide-line">
            {earlier.map((measurement) => (
              <li key={measurement.id} className="py-2 first:pt-0 last:pb-0">
                <One measurement={measurement} settings={settings} {...props} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

function One({
  measurement,
  settings,
  entryId,
  zone,
}: MeasurementsProps & {
  measurement: Measurement;
  settings: VisitVitals['settings'];
}): ReactNode {
  const { vitals: t } = useMessages('vitals');
  const timeOrDate = useTimeOrDate();
  const { at, by, struck } = measurement;
  const time = timeOrDate(at, zone);
  return (
    <div className="flex flex-col gap-1">
      <VitalsLine measurement={measurement} settings={settings} />
      {struck ? (
        <p className="text-sm wrap-anywhere text-ink-soft">
          {t.struck(struck.reason, timeOrDate(struck.at, zone), struck.by ?? t.nobody)}
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          <p>{t.measured(time, by ?? t.nobody)}</p>
          <StrikeOut measurementId={measurement.id} entryId={entryId} time={time} />
        </div>
      )}
    </div>
  );
}
