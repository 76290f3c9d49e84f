import { reportPeriods, reportTypes } from '@baari/contract/visit/report.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Select } from '../../ui/form/select.tsx';
import { SearchField } from '../../ui/form/text-field.tsx';
import { useSettledText } from '../../ui/form/use-settled-text.ts';
import type { ReportChoice } from './report-choice.ts';

/**
 * The search field and the filters of the list of reports: the type and, for a hospital, also the
 * date [PAT-13, ADM-7].
 */
export function ReportFilters({
  choice,
  choose,
  hasPeriod,
}: {
  choice: ReportChoice;
  choose: (change: Partial<ReportChoice>) => void;
  hasPeriod: boolean;
}): ReactNode {
  const { reports: t } = useMessages('reports');
  const [typed, setTyped] = useSettledText(choice.search, (search) => choose({ search }));
  return (
    <search className="flex flex-col gap-2 sm:flex-row print:hidden">
      <SearchField label={t.search} value={typed} onChange={setTyped} className="sm:flex-1" />
      <Select
        label={t.typeFilter}
        labelHidden
        value={choice.type ?? ''}
        placeholder={t.allTypes}
        options={reportTypes.map((type) => ({ value: type, label: t.types[type] }))}
        onChange={({ target }) =>
          choose({ type: reportTypes.find((type) => type === target.value) })
        }
        className="sm:w-48"
      />
      {hasPeriod && (
        <Select
          label={t.periodFilter}
          labelHidden
          value={choice.period}
          options={reportPeriods.map((period) => ({ value: period, label: t.periods[period] }))}
          onChange={({ target }) =>
            choose({ period: reportPeriods.find((period) => period === target.value) ?? 'all' })
          }
          className="sm:w-40"
        />
      )}
    </search>
  );
}
