import { type ReactNode, useEffect, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useHeldStep } from './navigation.tsx';
import { ConfirmDialog } from '../ui/dialog/dialog.tsx';

/**
 * Shows a question before the user leaves a form with unsaved changes by a link, Back, closing the
 * tab, or Cancel. The form must render `question` and pass `cancel` to its Cancel button.
 */
export function useUnsaved(
  isUnsaved: boolean,
  /**
   * What the Cancel button does, such as closing the form. Undefined for a form that cannot be
   * closed.
   */
  onCancel?: () => void,
): { readonly cancel: () => void; readonly question: ReactNode } {
  const { unsaved: t } = useMessages('unsaved');
  const held = useHeldStep(isUnsaved);
  const [isCancelling, setCancelling] = useState(false);
  useWarningOnClose(isUnsaved);

  function stay(): void {
    held?.stay();
    setCancelling(false);
  }
  function leave(): void {
    setCancelling(false);
    if (held) held.goOn();
    else onCancel?.();
  }
  return {
    cancel: () => (isUnsaved ? setCancelling(true) : onCancel?.()),
    question: (
      <ConfirmDialog
        open={isCancelling || held !== null}
        onOpenChange={(open) => !open && stay()}
        title={t.title}
        description={t.lead}
        confirmLabel={t.discard}
        cancelLabel={t.keepEditing}
        onConfirm={leave}
      />
    ),
  };
}

/** Makes the browser ask for confirmation before the tab closes (beforeunload event). */
function useWarningOnClose(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
