/** What stands above every page that works by keys. */
import { Keyboard, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { Button, IconButton } from './button.tsx';

/** Opens the list of keys, where there is a keyboard to use them [ADM-3]. */
export function KeysButton({ label, onHelp }: { label: string; onHelp: () => void }): ReactNode {
  return (
    <span className="hidden md:pointer-fine:inline">
      <IconButton
        variant="secondary"
        label={label}
        aria-keyshortcuts="?"
        className="md:pointer-fine:size-10"
        icon={<Keyboard aria-hidden="true" />}
        onClick={onHelp}
      />
    </span>
  );
}

/** 'Refresh' [ADM-3, CONS-1]. */
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
