import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../button.tsx';

/** The button 'Refresh', which fetches the page's data again [ADM-3, CONS-1]. */
export function RefreshButton({
  refreshing,
  onRefresh,
}: {
  refreshing: boolean;
  onRefresh: () => void;
}): ReactNode {
  const { common } = useMessages();
  return (
    <Button
      icon={<RefreshCw aria-hidden="true" />}
      busy={refreshing}
      busyLabel={common.refreshing}
      onClick={onRefresh}
    >
      {common.refresh}
    </Button>
  );
}
