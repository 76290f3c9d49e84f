import { idleMinutes as limits } from '@baari/contract/constants.ts';
import { setStaffIdleMinutes } from '@baari/contract/account/identity.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { securityQuery } from '../../api/queries/security-query.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Select } from '../../ui/form/select.tsx';
import { toast } from '../../ui/feedback/toast.ts';

const offered = [limits.least, 30, 60, 120, 240, 480, limits.most];

/** The idle time after which staff pages are locked. */
export function StaffIdleTime(): ReactNode {
  const { team: t } = useMessages('team');
  const format = useFormat();
  const queries = useQueryClient();
  const { data } = useQuery(securityQuery());
  const change = useWrite(setStaffIdleMinutes, {
    onSuccess: () => toast({ type: 'success', title: t.idleSaved }),
    onSettled: () => queries.invalidateQueries({ queryKey: securityQuery().queryKey }),
  });
  // The card above this one uses the same query, and shows that the query is loading or has failed.
  if (data === undefined || data.idleMinutes === null) return null;
  const shown = change.isPending ? change.variables.body.idleMinutes : data.idleMinutes;
  const choices = offered.includes(shown) ? offered : [...offered, shown].toSorted((a, b) => a - b);
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <Select
          label={t.idleTitle}
          hint={t.idleHint}
          value={String(shown)}
          disabled={change.isPending}
          options={choices.map((minutes) => ({
            value: String(minutes),
            label: format.duration(minutes),
          }))}
          onChange={({ target }) => change.mutate({ body: { idleMinutes: Number(target.value) } })}
        />
        {change.isError && <ProblemNotice problem={change.error} fallback={t.protectionFailed} />}
      </div>
    </Card>
  );
}
