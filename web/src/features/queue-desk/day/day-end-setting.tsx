import { type DayEnd, setDayEnd } from '@baari/contract/hospital/day-end.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dayEndQuery } from '../../../api/queries/day-end-query.ts';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useWrite } from '../../../api/use-write.ts';
import { useClock } from '../../../shared/hospital/use-clock.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';

/**
 * The times offered for the end of the day: every half hour from the afternoon through the night.
 */
const offered = [
  ...Array.from({ length: 20 }, (_, half) => clock(14 * 60 + half * 30)),
  ...Array.from({ length: 9 }, (_, half) => clock(half * 30)),
];

function clock(minutes: number): string {
  const parts = [Math.floor(minutes / 60), minutes % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * The setting for the automatic end of the day. Administrators can change it; other staff can only
 * read it [DAY-1].
 */
export function DayEndSetting({ day, maySet }: { day: DayEnd; maySet: boolean }): ReactNode {
  const { dayEnd: t } = useMessages('dayEnd');
  const format = useFormat();
  const clock = useClock();
  const now = useNow();
  const client = useQueryClient();
  const write = useWrite(setDayEnd, {
    onSuccess: ({ dayEnd }) => {
      client.setQueryData(dayEndQuery().queryKey, dayEnd);
      toast({ type: 'success', title: t.saved });
    },
  });
  const shown = write.isPending ? write.variables.body.endsAt : day.endsAt;
  const times = shown === null || offered.includes(shown) ? offered : [shown, ...offered];
  return (
    <section aria-label={t.byItself} className="flex flex-col gap-2 border-t border-line pt-4">
      {write.isError && <ProblemNotice problem={write.error} fallback={t.saveFailed} />}
      {maySet && (
        <Select
          label={t.endsAt}
          hint={t.endsAtHint}
          className="max-w-72"
          value={shown ?? ''}
          disabled={write.isPending}
          options={[
            { value: '', label: t.endsNever },
            ...times.map((time) => ({ value: time, label: clock(time) })),
          ]}
          onChange={({ target }) =>
            write.mutate({ body: { endsAt: target.value === '' ? null : target.value } })
          }
        />
      )}
      <p className="text-sm text-ink-soft">
        {day.nextAt === null
          ? !maySet && t.notSet
          : t.next(format.timeOrDate(day.nextAt, now, day.timeZone))}{' '}
        {day.endsAt === null && t.forgotten}
      </p>
    </section>
  );
}
