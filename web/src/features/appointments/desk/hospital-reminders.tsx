import { type ReminderTime, saveReminders } from '@baari/contract/visit/reminders.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { remindersQuery } from '../../../shared/patient/reminder-queries.ts';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { ReminderTimes } from '../../../shared/patient/reminder-times.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { DetailSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';

/** When the hospital reminds its patients of appointments. Each change is saved at once [REM-1]. */
export function HospitalReminders(): ReactNode {
  const { reminders: t } = useMessages('reminders');
  const problemText = useProblemText();
  const titleId = useId();
  const client = useQueryClient();
  const { queryKey } = remindersQuery();
  const query = useQuery(remindersQuery());
  const write = useWrite(saveReminders, {
    onSuccess: (reply) => client.setQueryData(queryKey, reply),
    // Another administrator may have changed the times, so they are read again.
    onError: () => void client.invalidateQueries({ queryKey }),
  });
  const stored = query.data?.times;
  const times: readonly ReminderTime[] | undefined = write.isPending
    ? write.variables.body.times
    : stored;
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 id={titleId} className="text-base font-semibold text-ink">
          {t.title}
        </h2>
        <p className="text-sm text-ink-soft">{t.lead}</p>
      </div>
      {times === undefined && !query.isError && <DetailSkeleton label={t.loading} />}
      {times === undefined && query.isError && (
        <Notice tone="warning" title={t.loadFailed} action={<TryAgain query={query} part />}>
          {problemText(query.error)}
        </Notice>
      )}
      {times !== undefined && stored !== undefined && (
        <>
          <ReminderTimes
            label={t.title}
            times={times}
            disabled={write.isPending}
            onChange={(next) => write.mutate({ body: { times: next, seen: { times: stored } } })}
          />
          {times.length === 0 && <p className="text-sm text-ink-soft">{t.none}</p>}
        </>
      )}
      {write.error && <ProblemNotice problem={write.error} fallback={t.failed} />}
    </Card>
  );
}
