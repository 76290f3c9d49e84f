/** The dialog components of dialog.tsx. They are loaded lazily when the first dialog opens. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import type { ConfirmDialogProps, DialogProps, DrawerProps } from './dialog-props.ts';

/**
 * A modal dialog, shown as a bottom sheet on a phone. It keeps the keyboard focus inside and closes
 * with Escape.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'medium',
  initialFocus,
  keepsOnTapBeside = false,
}: DialogProps): ReactNode {
  const t = useMessages();
  const popup = useRef<HTMLDivElement>(null);

  /**
   * Returns the element that gets the focus first. On touch screens this is the dialog itself,
   * because a focused field would open the on-screen keyboard.
   */
  function firstFocus(openedBy: string): HTMLElement | null {
    if (openedBy === 'touch') return popup.current;
    const field = popup.current?.querySelector<HTMLElement>(fields);
    return field ?? popup.current;
  }

  return (
    <BaseDialog.Root
      open={open}
      disablePointerDismissal={keepsOnTapBeside}
      onOpenChange={(next) => onOpenChange(next)}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop data-window="" className={backdropLook} />
        <BaseDialog.Viewport className={viewportLook}>
          <BaseDialog.Popup
            className={classNames(popupLook, widths[size])}
            ref={popup}
            initialFocus={initialFocus ?? firstFocus}
          >
            <div className="flex items-start gap-3 px-5 pt-5 pb-3">
              <div className="flex min-w-0 flex-1 flex-col gap-1">
                <BaseDialog.Title className={titleLook}>{title}</BaseDialog.Title>
                {description && (
                  <BaseDialog.Description render={<div />} className={descriptionLook}>
                    {description}
                  </BaseDialog.Description>
                )}
              </div>
              <BaseDialog.Close
                aria-label={t.ui.close}
                className="print:hidden -mt-2 -me-2 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:bg-sunken hover:text-ink md:pointer-fine:size-9"
              >
                <X aria-hidden="true" className="size-5" />
              </BaseDialog.Close>
            </div>
            <div className="-mt-1 min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 print:overflow-visible!">
              {children}
            </div>
            {footer && <div className={footerLook}>{footer}</div>}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** A dialog to confirm an action that cannot be undone. The focus starts on Cancel. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  onConfirm,
  tone = 'danger',
  busy = false,
  busyLabel,
  children,
  confirmDisabled = false,
}: ConfirmDialogProps): ReactNode {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop data-window="" className={backdropLook} />
        <AlertDialog.Viewport className={viewportLook}>
          <AlertDialog.Popup
            className={classNames(popupLook, widths.small)}
            {...(children ? {} : { initialFocus: cancel })}
          >
            <div className="flex min-h-0 flex-col gap-1 overflow-y-auto px-5 pt-5 pb-5">
              <AlertDialog.Title className={titleLook}>{title}</AlertDialog.Title>
              {description && (
                <AlertDialog.Description render={<div />} className={descriptionLook}>
                  {description}
                </AlertDialog.Description>
              )}
              {children && <div className="pt-3">{children}</div>}
            </div>
            <div className={footerLook}>
              <Button ref={cancel} onClick={() => onOpenChange(false)}>
                {cancelLabel}
              </Button>
              <Button
                variant={tone}
                busy={busy}
                disabled={confirmDisabled}
                onClick={onConfirm}
                {...(busyLabel === undefined ? {} : { busyLabel })}
              >
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** A panel that slides in from the side of the page, over its content. */
export function Drawer({
  open,
  onOpenChange,
  title,
  titleHidden = false,
  side = 'end',
  children,
  footer,
}: DrawerProps): ReactNode {
  const t = useMessages();
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop data-window="drawer" className={backdropLook} />
        <BaseDialog.Popup
          className={classNames(
            'print:hidden fixed inset-y-0 z-40 flex w-[min(22rem,calc(100vw-3rem))] flex-col border-line bg-surface text-ink shadow-card transition-transform duration-180 outline-none',
            sides[side],
          )}
        >
          <div className="flex min-h-14 items-center gap-3 px-4 pt-2">
            <BaseDialog.Title
              className={titleHidden ? 'sr-only' : classNames(titleLook, 'min-w-0 flex-1')}
            >
              {title}
            </BaseDialog.Title>
            <BaseDialog.Close
              aria-label={t.ui.close}
              className="-me-2 ms-auto grid size-11 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </BaseDialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">{children}</div>
          {footer && <div className={footerLook}>{footer}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

const fields =
  'input:not(:disabled, [hidden], [type="radio"]:not(:checked)), select:not(:disabled), textarea:not(:disabled)';

const backdropLook =
  'fixed inset-0 z-40 bg-backdrop print:hidden transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

const viewportLook =
  'fixed inset-0 z-40 flex items-end justify-center overflow-hidden pt-10 sm:items-center sm:p-6 print:static! print:block! print:overflow-visible! print:p-0!';

const popupLook =
  'print:block! print:max-h-none! print:max-w-none! print:overflow-visible! print:border-0! flex max-h-full w-full flex-col overflow-hidden rounded-t-card border border-line bg-surface text-ink shadow-card outline-none transition-[translate,opacity] duration-150 data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:rounded-card';

const titleLook = 'text-lg leading-snug font-semibold text-ink';
const descriptionLook = 'text-[0.9375rem] text-ink-soft';

const footerLook =
  'print:hidden flex flex-col-reverse gap-2 border-t border-line bg-surface px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end';

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-lg', large: 'sm:max-w-2xl' };

const sides = {
  start:
    'inset-s-0 border-e data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full',
  end: 'inset-e-0 border-s data-ending-style:translate-x-full data-starting-style:translate-x-full rtl:data-ending-style:-translate-x-full rtl:data-starting-style:-translate-x-full',
};
