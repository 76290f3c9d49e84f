import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog-props.ts';

interface FormDialogProps extends Omit<DialogProps, 'open' | 'onOpenChange' | 'footer'> {
  /** The id of the form in the dialog. The dialog's main button submits this form. */
  formId: string;
  open?: boolean;
  onClose: () => void;
  submitLabel: string;
  /** The label of the button that closes the dialog; by default "Cancel". */
  cancelLabel?: string | undefined;
  /**
   * Whether the form was sent and the server has not answered yet. The dialog then stays open with
   * its content.
   */
  busy?: boolean;
  busyLabel?: string;
  /** Disables the submit button, for example while nothing is chosen. */
  disabled?: boolean;
}

/**
 * A dialog with one form, a cancel button and a submit button. A tap outside does not close the
 * dialog.
 */
export function FormDialog({
  formId,
  open = true,
  onClose,
  submitLabel,
  cancelLabel,
  busy = false,
  busyLabel,
  disabled = false,
  children,
  ...window
}: FormDialogProps): ReactNode {
  const { common } = useMessages();
  const [isTyped, setTyped] = useState(false);
  if (isTyped && !open) setTyped(false);
  return (
    <Dialog
      {...window}
      open={open}
      keepsOnTapBeside={isTyped}
      onOpenChange={(next) => !next && !busy && onClose()}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {cancelLabel ?? common.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={busy}
            busyLabel={busyLabel}
            disabled={disabled}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <div className="contents" onInput={() => setTyped(true)}>
        {children}
      </div>
    </Dialog>
  );
}
