/**
 * The search text and the filters of the list of reports. They are kept in the URL, so that the
 * Back button and shared links show the same reports.
 */
import { maxLength } from '@baari/contract/constants.ts';
import { uuid } from '@baari/contract/fields.ts';
import {
  type ReportPeriod,
  type ReportType,
  reportPeriods,
  reportTypes,
} from '@baari/contract/visit/report.ts';
import { useSearchParams } from 'wouter';

export interface ReportChoice {
  readonly search: string;
  readonly type: ReportType | undefined;
  readonly period: ReportPeriod;
  /** The id of the one patient whose reports are shown; the URL contains no name. */
  readonly patient: string | undefined;
}

/** Reads the filters of the list of reports from the URL; invalid values are ignored. */
export function readReportChoice(params: URLSearchParams): ReportChoice {
  return {
    search: (params.get('search') ?? '').trim().slice(0, maxLength.name),
    type: reportTypes.find((known) => known === params.get('type')),
    period: reportPeriods.find((known) => known === params.get('period')) ?? 'all',
    patient: uuid.safeParse(params.get('patient')).data,
  };
}

/**
 * Returns the URL parameters with changed report filters. All other parameters, such as `view`,
 * stay unchanged.
 */
export function withReportChoice(params: URLSearchParams, choice: ReportChoice): URLSearchParams {
  const next = new URLSearchParams(params);
  const values = {
    search: choice.search.trim(),
    type: choice.type ?? '',
    period: choice.period === 'all' ? '' : choice.period,
    patient: choice.patient ?? '',
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export function isNarrowed({ search, type, period, patient }: ReportChoice): boolean {
  return search !== '' || type !== undefined || period !== 'all' || patient !== undefined;
}

export function useReportChoice(): {
  readonly choice: ReportChoice;
  readonly choose: (change: Partial<ReportChoice>) => void;
} {
  const [params, setParams] = useSearchParams();
  return {
    choice: readReportChoice(params),
    choose: (change) =>
      setParams((before) => withReportChoice(before, { ...readReportChoice(before), ...change }), {
        replace: true,
      }),
  };
}
