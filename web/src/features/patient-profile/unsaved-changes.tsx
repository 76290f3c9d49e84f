import { type ReactNode, useEffect } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useHeldStep } from '../../navigation/navigation.tsx';
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
  const held = useHeldStep(unsaved);
  useWarningOnClose(unsaved);

  function stay(): void {
    held?.stay();
    onStay();
  }
  function leave(): void {
    if (held) held.goOn();
    else onDiscard();
  }
  return (
    <ConfirmDialog
      open={cancelling || held !== null}
      onOpenChange={(open) => !open && stay()}
      title={t.leaveTitle}
      description={t.leave}
      confirmLabel={t.discard}
      cancelLabel={t.keepEditing}
      onConfirm={leave}
    />
  );
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
