import { type Analytics, exportAnalytics } from '@baari/contract/hospital/analytics.ts';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Clock, Download, Printer, UserCheck, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { analyticsQuery } from '../../api/queries/administration-queries.ts';
import { downloadFile } from '../../api/files.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useFailureToast } from '../../api/problems/use-failure-toast.ts';
import { useOneAtATime } from '../../api/use-one-at-a-time.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { StatCard } from '../../ui/layout/card.tsx';
import { SegmentedControl } from '../../ui/form/choice.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { StatsSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { AdviceSection } from './advice-section.tsx';
import {
  DayFigures,
  DoctorFigures,
  HourFigures,
  KeptFigures,
  UrgencyFigures,
} from './figure-sections.tsx';
import { FlowFigures } from './flow-section.tsx';
import { KeptTimesPage } from './kept-times-page.tsx';
import { OnSite } from './on-site.tsx';
import { type ChosenPeriod, periodChoices, usePeriodAddress } from './use-period-address.ts';

/**
 * The hospital's statistics for a period: visits, waits, and accuracy of the waits shown to
 * patients [ADM-1].
 */
export function HospitalAnalytics(): ReactNode {
  const { administration: t } = useMessages('administration');
  const problemText = useProblemText();
  const chosen = usePeriodAddress();
  const query = useQuery(analyticsQuery(chosen.period));
  return (
    <>
      <PageHeader
        title={t.analytics.title}
        description={t.analytics.lead}
        actions={<Actions chosen={chosen} />}
      />
      <div className="flex flex-col gap-6">
        <PeriodPicker chosen={chosen} shown={query.data} />
        {content()}
      </div>
    </>
  );

  function content(): ReactNode {
    if (query.isPending)
      return (
        <StatsSkeleton
          label={t.analytics.loading}
          count={6}
          className="gap-3 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]"
        />
      );
    if (!query.data || query.isError) {
      return (
        <ErrorState
          title={t.analytics.failed}
          description={problemText(query.error, t.analytics.failed)}
          action={<TryAgain query={query} />}
        />
      );
    }
    return (
      <div
        aria-busy={query.isPlaceholderData}
        className={
          query.isPlaceholderData ? 'flex flex-col gap-6 opacity-60' : 'flex flex-col gap-6'
        }
      >
        <Figures figures={query.data} />
      </div>
    );
  }
}

function Figures({ figures }: { figures: Analytics }): ReactNode {
  const { administration: t } = useMessages('administration');
  if (figures.total.arrivals === 0) {
    return (
      <>
        <EmptyState title={t.analytics.noneTitle} description={t.analytics.noneLead} />
        <OnSite claim={figures.onSite} />
        <KeptTimesPage figures={figures} />
      </>
    );
  }
  return (
    <>
      <Totals figures={figures} />
      {figures.withinMinutes > 0 && <p className="text-sm text-ink-soft">{t.analytics.rounded}</p>}
      <AdviceSection figures={figures} />
      {figures.days.length > 1 && <DayFigures figures={figures} />}
      <HourFigures figures={figures} />
      <DoctorFigures figures={figures} />
      {figures.flow && <FlowFigures flow={figures.flow} />}
      <UrgencyFigures figures={figures} />
      <KeptFigures figures={figures} />
      <OnSite claim={figures.onSite} />
      <KeptTimesPage figures={figures} />
    </>
  );
}

function Totals({ figures: { total } }: { figures: Analytics }): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const { dash } = useMessages().common;
  const minutes = (value: number | null) =>
    value === null ? dash : t.analytics.minutes(format.number(Math.round(value)));
  return (
    <section
      aria-label={t.analytics.totals}
      className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]"
    >
      <StatCard
        tone="primary"
        icon={<Users />}
        label={t.analytics.arrivals}
        value={format.number(total.arrivals)}
        hint={t.analytics.notSeen(
          format.number(total.noShow),
          format.number(total.rejected),
          format.number(total.cancelled),
        )}
      />
      <StatCard
        tone="success"
        icon={<CheckCheck />}
        label={t.analytics.completed}
        value={format.number(total.completed)}
        hint={
          total.perHour === null ? undefined : t.analytics.perHourHint(format.number(total.perHour))
        }
      />
      <StatCard
        icon={<Clock />}
        label={t.analytics.waitMedian}
        value={minutes(total.waitMedian)}
        hint={t.analytics.waitP90Hint(minutes(total.waitP90))}
      />
      <StatCard
        icon={<UserCheck />}
        label={t.analytics.promises}
        value={total.promises === 0 ? dash : format.percent(total.promisesKept / total.promises)}
        hint={t.analytics.promisesHint(
          format.number(total.promisesKept),
          format.number(total.promises),
        )}
      />
      <StatCard
        icon={<Clock />}
        label={t.analytics.onSiteMedian}
        value={minutes(total.onSiteMedian)}
        hint={t.analytics.onSiteHint(format.number(total.onSiteVisits))}
      />
    </section>
  );
}

function Actions({ chosen }: { chosen: ChosenPeriod }): ReactNode {
  const { administration: t } = useMessages('administration');
  const showFailure = useFailureToast();
  const save = useOneAtATime({
    mutationFn: () => downloadFile(exportAnalytics, '', chosen.period),
    onError: (failure) => showFailure(failure, t.exportFailed, t.exportFailed),
  });
  return (
    <>
      <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
        {t.print}
      </Button>
      <Button
        icon={<Download aria-hidden="true" />}
        busy={save.isPending}
        busyLabel={t.exporting}
        onClick={() => save.mutate()}
      >
        {t.exportCsv}
      </Button>
    </>
  );
}

function PeriodPicker({
  chosen,
  shown,
}: {
  chosen: ChosenPeriod;
  shown: Analytics | undefined;
}): ReactNode {
  const { administration: t } = useMessages('administration');
  const format = useFormat();
  const from = shown?.from ?? '';
  const to = shown?.to ?? '';
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SegmentedControl
        label={t.analytics.period}
        options={periodChoices.map((value) => ({ value, label: t.analytics.periods[value] }))}
        value={chosen.choice}
        onChange={(choice) => chosen.choose(choice, { from, to })}
        className="print:hidden"
      />
      {chosen.choice === 'own' ? (
        <OwnPeriod key={`${from} ${to}`} from={from} to={to} chosen={chosen} />
      ) : (
        shown && <p className="self-center text-sm text-ink-soft tabular-nums">{shownDays()}</p>
      )}
    </div>
  );

  function shownDays(): string {
    const dayName = (day: string) => format.date(`${day}T12:00:00Z`, 'UTC');
    return from === to ? dayName(from) : `${dayName(from)} – ${dayName(to)}`;
  }
}

function OwnPeriod({
  from,
  to,
  chosen,
}: {
  from: string;
  to: string;
  chosen: ChosenPeriod;
}): ReactNode {
  const { administration: t } = useMessages('administration');
  const [first, setFirst] = useState(chosen.period.from ?? from);
  const [last, setLast] = useState(chosen.period.to ?? to);
  const isBackward = first > last;
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBackward) chosen.choose('own', { from: first, to: last });
      }}
    >
      <TextField
        type="date"
        required
        label={t.from}
        value={first}
        onChange={({ target }) => setFirst(target.value)}
      />
      <TextField
        type="date"
        required
        label={t.to}
        value={last}
        error={isBackward ? t.backward : undefined}
        onChange={({ target }) => setLast(target.value)}
      />
      <Button type="submit">{t.apply}</Button>
    </form>
  );
}
