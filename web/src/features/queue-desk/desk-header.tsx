import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useLive } from '../../live/use-live.ts';
import { Button } from '../../ui/button.tsx';
import { LiveBadge } from '../../ui/feedback/live-badge.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { RefreshButton } from '../../ui/feedback/refresh-button.tsx';

/** The desk's page title, the connection state, and the button 'Refresh' [ADM-3]. */
export function DeskHeader({
  title,
  description,
  back,
  refresh,
  refreshing,
  onFind,
  actions,
}: {
  title: string;
  description?: ReactNode;
  back?: { readonly href: string; readonly label: string };
  refresh: () => void;
  refreshing: boolean;
  /** Opens the command palette. Undefined if the page has no palette. */
  onFind?: () => void;
  /** Further buttons of the page. On a reception's screen they must fit beside the title. */
  actions?: ReactNode;
}): ReactNode {
  const t = useMessages('queueDesk');
  const live = useLive();
  return (
    <PageHeader
      title={title}
      {...(description === undefined ? {} : { description })}
      {...(back ? { back } : {})}
      badge={<LiveBadge state={live.state} asOf={live.lastByteAt} />}
      actions={
        <>
          {onFind && (
            <span className="hidden md:inline">
              <Button
                icon={<Search aria-hidden="true" />}
                aria-keyshortcuts="Control+K Meta+K"
                onClick={onFind}
              >
                {t.queueDesk.find}
              </Button>
            </span>
          )}
          {actions}
          <RefreshButton refreshing={refreshing} onRefresh={refresh} />
        </>
      }
    />
  );
}
