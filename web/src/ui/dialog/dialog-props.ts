import type { ReactNode, RefObject } from 'react';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons of the dialog, with the main button last. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /**
   * The element that gets the focus when the dialog opens. By default the first field, or the
   * dialog itself.
   */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Whether the dialog stays open when the person taps outside the dialog. */
  keepsOnTapBeside?: boolean;
}

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  tone?: 'danger' | 'primary';
  busy?: boolean;
  busyLabel?: string;
  /** Further content of the dialog, such as a field for a reason. */
  children?: ReactNode;
  /** Disables the dialog's confirm button, for example while a reason is empty. */
  confirmDisabled?: boolean;
}

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Whether the dialog's title is hidden visually. Screen readers still read it. */
  titleHidden?: boolean;
  /** The edge of the page at which the panel opens: `start` or `end` in reading direction. */
  side?: 'start' | 'end';
  children: ReactNode;
  footer?: ReactNode;
}
