import { type ReactNode, useEffect } from 'react';
import { type Location, useBlocker } from 'react-router';
import { useMessages } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';

/** Asks before a form with changes is left: by a link, by Back, by closing the tab, by Cancel. */
export function UnsavedChanges({
  unsaved,
  cancelling,
  onStay,
  onDiscard,
}: {
  unsaved: boolean;
  /** Cancel was pressed and waits for the answer. */
  cancelling: boolean;
  onStay: () => void;
  onDiscard: () => void;
}): ReactNode {
  const { profile: t } = useMessages('profile');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && placeOf(currentLocation) !== placeOf(nextLocation),
  );
  useWarningOnClose(unsaved);

  function stay(): void {
    if (blocker.state === 'blocked') blocker.reset();
    onStay();
  }
  function leave(): void {
    if (blocker.state === 'blocked') blocker.proceed();
    else onDiscard();
  }
  return (
    <ConfirmDialog
      open={cancelling || blocker.state === 'blocked'}
      onOpenChange={(open) => !open && stay()}
      title={t.leaveTitle}
      description={t.leave}
      confirmLabel={t.discard}
      cancelLabel={t.keepEditing}
      onConfirm={leave}
    />
  );
}

function placeOf({ pathname, search }: Location): string {
  return pathname + search;
}

/** The browser's own question, in its own words. */
function useWarningOnClose(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [unsaved]);
}
