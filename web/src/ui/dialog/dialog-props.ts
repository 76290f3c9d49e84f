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
  /** What gets the focus first; else the first field, or the window itself where there is none. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Stays when somebody taps beside it. */
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
  /** More than words, such as a reason to type. */
  children?: ReactNode;
  /** Refuses the confirmation for now, such as while a reason is blank. */
  confirmDisabled?: boolean;
}

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Keeps the title for screen readers only. */
  titleHidden?: boolean;
  /** Of the line of reading. */
  side?: 'start' | 'end';
  children: ReactNode;
  footer?: ReactNode;
}
