import type { ReactNode } from 'react';
import { defaultZone } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/language.tsx';
import { LiveBadge } from '../../ui/live-badge.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import type { MyEntries } from './use-my-entries.ts';

/** The title, whether the page is live, and how old its figures are. */
export function MyQueueHeader({
  mine,
  back,
}: {
  mine: MyEntries;
  back?: { readonly href: string; readonly label: string };
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const { live, asOf, entries } = mine;
  return (
    <PageHeader
      title={t.title}
      {...(back ? { back } : {})}
      badge={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <LiveBadge state={live} />
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
