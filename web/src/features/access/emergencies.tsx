import { type EmergencyAccess, lookAtEmergency } from '@baari/contract/visit/report-access.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { emergenciesQuery } from '../../api/queries/access-queries.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx';

/**
 * For the administrator's review: the medical reports that staff opened by emergency access
 * [SEC-25].
 */
export function Emergencies(): ReactNode {
  const { access: t, common } = useMessages('access');
  const titleId = useId();
  const problemText = useProblemText();
  const query = useInfiniteQuery(emergenciesQuery());
  if (query.isPending) return <ListSkeleton label={t.emergenciesLoading} rows={1} />;
  if (query.data === undefined) {
    return (
      <Notice
        tone="danger"
        title={t.emergenciesFailed}
        action={
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            {common.tryAgain}
          </Button>
        }
      >
        {problemText(query.error)}
      </Notice>
    );
  }
  const { pages } = query.data;
  const emergencies = pages.flatMap((page) => page.emergencies);
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-3">
      <div>
        <h2 id={titleId} className="text-lg font-semibold text-ink">
          {t.emergencies}
        </h2>
        <p className="text-sm text-ink-soft">
          {emergencies.length === 0 ? t.emergenciesNone : t.emergenciesLead}
        </p>
      </div>
      {emergencies.length > 0 && (
        <ScrollArea label={t.emergencies} className="max-h-96">
          <ul className="divide-y divide-line">
            {emergencies.map((emergency) => (
              <Line key={emergency.id} emergency={emergency} zone={pages[0]?.timeZone ?? 'UTC'} />
            ))}
          </ul>
        </ScrollArea>
      )}
      {query.hasNextPage && (
        <Button
          className="self-start"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t.more}
        </Button>
      )}
    </Card>
  );
}

function Line({ emergency, zone }: { emergency: EmergencyAccess; zone: string }): ReactNode {
  const { access: t } = useMessages('access');
  const format = useFormat();
  const client = useQueryClient();
  const look = useSubmit(lookAtEmergency, {
    failed: t.lookFailed,
    onSuccess: () => client.invalidateQueries({ queryKey: ['emergencies'] }),
  });
  const { person, patient, role, kind, reason, openedAt, lookedAt, lookedBy } = emergency;
  const name = person.name === '' ? t.gone : person.name;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <p className="font-medium wrap-anywhere text-ink">{t.emergencyOf(name, patient.name)}</p>
        <p className="text-sm text-ink-soft tabular-nums">
          {`${t.roles[role]} · `}
          <time dateTime={openedAt}>{format.exact(openedAt, zone)}</time>
        </p>
        <p className="text-[0.9375rem] wrap-anywhere text-ink">
          {`${t.kinds[kind]}: ${reason === '' ? t.reasonErased : reason}`}
        </p>
        {lookedAt !== null && (
          <p className="text-sm text-ink-soft">
            {t.looked(
              lookedBy === null || lookedBy === '' ? t.gone : lookedBy,
              format.exact(lookedAt, zone),
            )}
          </p>
        )}
      </div>
      {lookedAt === null && (
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone="warning">{t.notLooked}</Badge>
          <Button
            size="small"
            icon={<Check aria-hidden="true" />}
            busy={look.isPending}
            onClick={() => look.mutate({ params: { id: emergency.id } })}
          >
            {t.look}
            <span className="sr-only">{t.emergencyOf(name, patient.name)}</span>
          </Button>
        </div>
      )}
    </li>
  );
}
