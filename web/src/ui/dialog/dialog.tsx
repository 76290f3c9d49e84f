import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import type { ConfirmDialogProps, DialogProps, DrawerProps } from './dialog-props.ts';
import { useClosedByBack } from '../over-page.ts';
import { toast } from '../feedback/toast.ts';

/**
 * A modal dialog, shown as a bottom sheet on a phone. It keeps the keyboard focus inside and closes
 * with Escape.
 */
export function Dialog(props: DialogProps): ReactNode {
  const windows = useWindows(props);
  return windows && <windows.Dialog {...props} />;
}

/** A dialog to confirm an action that cannot be undone. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const windows = useWindows(props);
  return windows && <windows.ConfirmDialog {...props} />;
}

/** A panel that slides in from the side of the page, over its content. */
export function Drawer(props: DrawerProps): ReactNode {
  const windows = useWindows(props);
  return windows && <windows.Drawer {...props} />;
}

interface Windows {
  readonly Dialog: ComponentType<DialogProps>;
  readonly ConfirmDialog: ComponentType<ConfirmDialogProps>;
  readonly Drawer: ComponentType<DrawerProps>;
}

let arrived: Windows | undefined;

/**
 * Loads the dialog code in advance, so that the first dialog opens at once. If loading fails, the
 * function can be called again.
 */
export async function fetchWindows(): Promise<Windows> {
  arrived = await import('./dialog-window.tsx');
  return arrived;
}

/**
 * Returns the loaded dialog components. Undefined until the page's first dialog opens and their
 * code has loaded.
 */
function useWindows({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): Windows | undefined {
  const t = useMessages();
  const [windows, setWindows] = useState(arrived);
  const giveUp = useEffectEvent(() => {
    onOpenChange(false);
    toast({ type: 'error', title: t.ui.windowFailedTitle, message: t.ui.windowFailed });
  });
  useClosedByBack(open && windows !== undefined, () => onOpenChange(false));
  const isMissing = open && windows === undefined;
  useEffect(() => {
    if (isMissing) fetchWindows().then(setWindows, giveUp);
  }, [isMissing]);
  return windows;
}
