import type { ReactNode } from 'react';
import { serverTimeOf } from '../../clock/clock.ts';
import { defaultZone } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useLive } from '../../live/use-live.ts';
import { LiveBadge } from '../../ui/feedback/live-badge.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { RelativeTime } from '../../ui/text/time.tsx';
import type { MyEntries } from './use-my-entries.ts';

/** The header of My Queue: the title, the connection state, and the age of the data. */
export function MyQueueHeader({
  mine,
  back,
}: {
  mine: MyEntries;
  back?: { readonly href: string; readonly label: string };
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const { query, entries } = mine;
  const { state, lastByteAt } = useLive();
  const known = query.data === undefined ? null : serverTimeOf(query.dataUpdatedAt);
  // While the connection is live, the last signal from the server (heartbeat) proves that the data
  // is still current.
  const asOf = known === null ? null : Math.max(known, state === 'live' ? (lastByteAt ?? 0) : 0);
  return (
    <PageHeader
      title={t.title}
      {...(back ? { back } : {})}
      badge={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <LiveBadge state={state} />
          {asOf !== null && (
            <span className="text-sm text-ink-soft">
              {`${t.updated} `}
              <RelativeTime moment={asOf} zone={entries[0]?.hospital.timeZone ?? defaultZone} />
            </span>
          )}
        </span>
      }
    />
  );
}
