import { type ReminderTime, saveOwnReminders } from '@baari/contract/visit/reminders.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { ownRemindersQuery } from '../../shared/patient/reminder-queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { ReminderTimes } from '../../shared/patient/reminder-times.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { DetailSkeleton } from '../../ui/feedback/skeleton.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { Card } from '../../ui/layout/card.tsx';

/** The times that the choice begins with: what hospitals usually send. */
const usual: ReminderTime[] = ['day'];

/** A patient's own reminders at every hospital, or those of each hospital [REM-1]. */
export function OwnReminders(): ReactNode {
  const { reminders: t } = useMessages('reminders');
  const problemText = useProblemText();
  const titleId = useId();
  const client = useQueryClient();
  const { queryKey } = ownRemindersQuery();
  const query = useQuery(ownRemindersQuery());
  const write = useWrite(saveOwnReminders, {
    onSuccess: (reply) => client.setQueryData(queryKey, reply),
    // Another device may have changed the choice, so it is read again.
    onError: () => void client.invalidateQueries({ queryKey }),
  });
  const stored = query.data;
  const times = write.isPending ? write.variables.body.times : stored?.times;

  function choose(next: ReminderTime[] | null): void {
    if (stored !== undefined) write.mutate({ body: { times: next, seen: stored } });
  }

  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-4">
      <h2 id={titleId} className="text-base font-semibold text-ink">
        {t.ownTitle}
      </h2>
      {times === undefined && !query.isError && <DetailSkeleton label={t.loading} />}
      {times === undefined && query.isError && (
        <Notice tone="warning" title={t.loadFailed} action={<TryAgain query={query} part />}>
          {problemText(query.error)}
        </Notice>
      )}
      {times !== undefined && (
        <>
          <Switch
            label={t.own}
            hint={t.ownHint}
            checked={times !== null}
            disabled={write.isPending}
            onChange={({ target }) => choose(target.checked ? usual : null)}
          />
          {times !== null && (
            <ReminderTimes
              label={t.ownTitle}
              times={times}
              disabled={write.isPending}
              onChange={choose}
            />
          )}
          {times?.length === 0 && <p className="text-sm text-ink-soft">{t.ownNone}</p>}
        </>
      )}
      {write.error && <ProblemNotice problem={write.error} fallback={t.failed} />}
    </Card>
  );
}
