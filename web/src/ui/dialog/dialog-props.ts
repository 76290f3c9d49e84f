import type { ReactNode, RefObject } from 'react';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons; the main one last. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** The element focused first; by default the first field, or the dialog itself. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Whether it stays open when the person taps outside. */
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
  /** Further content, such as a field for a reason. */
  children?: ReactNode;
  /** Disables the confirmation, for example while a reason is empty. */
  confirmDisabled?: boolean;
}

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Shows the title to screen readers only. */
  titleHidden?: boolean;
  /** The side in the reading direction. */
  side?: 'start' | 'end';
  children: ReactNode;
  footer?: ReactNode;
}
