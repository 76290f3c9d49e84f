import { type ReactNode, useEffect, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useHeldStep } from './navigation.tsx';
import { ConfirmDialog } from '../ui/dialog/dialog.tsx';

/**
 * Asks before a form with unsaved changes is left: by a link, Back, closing the tab, or Cancel.
 * Render `question` in the form; `cancel` is the handler of its button.
 */
export function useUnsaved(
  isUnsaved: boolean,
  /** The effect of Cancel; a form that is always shown has none. */
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

/** The browser's own beforeunload dialog. */
function useWarningOnClose(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
