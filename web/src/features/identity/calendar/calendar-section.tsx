import {
  type CalendarFeed,
  type CalendarFeeds,
  endCalendarFeed,
  makeCalendarFeed,
  setCalendarNames,
} from '@baari/contract/visit/calendar-feed.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useSubmit } from '../../../api/forms/use-submit.ts';
import { useWrite } from '../../../api/use-write.ts';
import { defaultZone } from '../../../i18n/format.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useUser } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Checkbox } from '../../../ui/form/choice.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { SecuritySection } from '../security/security-section.tsx';
import { FeedAddress } from './feed-address.tsx';
import { calendarFeedsKey, calendarFeedsQuery } from './calendar-query.ts';

/** The addresses with which the user's calendar application reads appointments [API-32]. */
export function CalendarSection(): ReactNode {
  const { calendarFeeds: t } = useMessages('calendarFeeds');
  const query = useQuery(calendarFeedsQuery());
  const isAdmin = useUser()?.role === 'hospital_admin';
  return (
    <SecuritySection
      id="calendar"
      title={t.title}
      lead={t.lead}
      query={query}
      skeleton={
        <>
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-11 w-full" />
        </>
      }
    >
      {({ feeds, namesPatients }) => (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {feeds.map((feed) => (
              <Feed key={feed.content} feed={feed} />
            ))}
          </ul>
          {isAdmin && namesPatients !== null && <Names namesPatients={namesPatients} />}
        </>
      )}
    </SecuritySection>
  );
}

/** Returns a function that writes the calendar feeds of a response to the query cache. */
function useKeep(): (answer: CalendarFeeds) => void {
  const client = useQueryClient();
  return ({ feeds, namesPatients }) =>
    client.setQueryData(calendarFeedsKey, { feeds, namesPatients });
}

function Feed({ feed: { content, madeAt, lastReadAt } }: { feed: CalendarFeed }): ReactNode {
  const { calendarFeeds: t, common } = useMessages('calendarFeeds');
  const format = useFormat();
  const now = useNow();
  const keep = useKeep();
  const titleId = useId();
  const [asking, setAsking] = useState<'renew' | 'end'>();
  const [url, setUrl] = useState<string>();
  const make = useWrite(makeCalendarFeed, {
    onSuccess(answer) {
      keep(answer);
      setUrl(answer.url);
    },
  });
  const end = useSubmit(endCalendarFeed, {
    failed: t.endFailed,
    onSuccess(answer) {
      keep(answer);
      setUrl(undefined);
      toast({ type: 'success', title: t.ended });
    },
  });
  return (
    <li className="flex flex-col gap-3 py-3 first:pt-0 last:pb-0">
      <div>
        <h3 id={titleId} className="font-medium text-ink">
          {t.contents[content]}
        </h3>
        <p className="text-sm text-ink-soft">{stateText()}</p>
      </div>
      {make.error && <ProblemNotice problem={make.error} fallback={t.makeFailed} />}
      {url !== undefined && <FeedAddress key={url} url={url} />}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-describedby={titleId}
          busy={make.isPending}
          onClick={() =>
            madeAt === null ? make.mutate({ body: { content } }) : setAsking('renew')
          }
        >
          {madeAt === null ? t.make : t.renew}
        </Button>
        {madeAt !== null && (
          <Button
            size="small"
            variant="quiet"
            aria-describedby={titleId}
            busy={end.isPending}
            onClick={() => setAsking('end')}
          >
            {t.end}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking === 'renew'}
        onOpenChange={() => setAsking(undefined)}
        title={t.renewTitle}
        description={t.renewText}
        confirmLabel={t.renew}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsking(undefined);
          make.mutate({ body: { content } });
        }}
      />
      <ConfirmDialog
        open={asking === 'end'}
        onOpenChange={() => setAsking(undefined)}
        title={t.endTitle}
        description={t.endText}
        confirmLabel={t.end}
        cancelLabel={common.cancel}
        onConfirm={() => {
          setAsking(undefined);
          end.mutate({ query: { content } });
        }}
      />
    </li>
  );

  function stateText(): string {
    if (madeAt === null) return t.none;
    const made = t.madeAt(format.date(madeAt, defaultZone));
    if (lastReadAt === null) return `${made} ${t.neverRead}`;
    const readAt = Date.parse(lastReadAt);
    return `${made} ${t.lastRead(format.relative(readAt, Math.max(now, readAt)))}`;
  }
}

/** The administrator's choice whether calendars of the staff name patients. */
function Names({ namesPatients }: { namesPatients: boolean }): ReactNode {
  const { calendarFeeds: t } = useMessages('calendarFeeds');
  const keep = useKeep();
  const save = useSubmit(setCalendarNames, { failed: t.namesFailed, onSuccess: keep });
  return (
    <Checkbox
      label={t.names}
      hint={t.namesHint}
      checked={save.isPending ? save.variables.body.namesPatients : namesPatients}
      onChange={(event) => save.mutate({ body: { namesPatients: event.target.checked } })}
    />
  );
}
