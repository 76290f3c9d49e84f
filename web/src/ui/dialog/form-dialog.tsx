import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog-props.ts';

interface FormDialogProps extends Omit<DialogProps, 'open' | 'onOpenChange' | 'footer'> {
  /** Of the form inside, which the main button sends. */
  formId: string;
  open?: boolean;
  onClose: () => void;
  submitLabel: string;
  /** Sent and not answered yet: until then the window stays, with what is in it. */
  busy?: boolean;
  busyLabel?: string;
  /** Refuses to send for now, such as while nothing is chosen. */
  disabled?: boolean;
}

/** A window around one form, with the way out and the button that sends it; a tap beside it does not lose what was typed. */
export function FormDialog({
  formId,
  open = true,
  onClose,
  submitLabel,
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
            {common.cancel}
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
