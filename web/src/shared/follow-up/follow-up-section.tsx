import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { FollowUpButton } from './follow-up-button.tsx';
import { FollowUpLine } from './follow-up-line.tsx';
import { followUpQuery } from './follow-up-queries.ts';

/**
 * The follow-up of a visit, with the button to set or change it. Hidden if none is set and the user
 * may set none.
 */
export function FollowUpSection({ entry }: { entry: StaffEntry }): ReactNode {
  const { followUp: t } = useMessages('followUp');
  const titleId = useId();
  const query = useQuery(followUpQuery(entry.id));
  if (query.isError && !query.data) {
    return (
      <ProblemNotice
        title={t.loadFailed}
        problem={query.error}
        fallback={t.loadFailed}
        action={<TryAgain query={query} part />}
      />
    );
  }
  if (query.data === undefined) return null;
  const { followUp, maySet } = query.data;
  if (followUp === null && !maySet) return null;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={titleId} className="text-sm font-semibold text-ink-soft">
          {t.title}
        </h3>
        {maySet && <FollowUpButton entry={entry} label={followUp === null ? t.set : t.change} />}
      </div>
      {followUp && <FollowUpLine followUp={followUp} entry={entry} />}
    </section>
  );
}
