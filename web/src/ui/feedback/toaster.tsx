import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { classNames } from '../class-names.ts';
import { listenForToasts, type ToastType } from './toast.ts';

/**
 * The container of all toasts, mounted once. A toast can be swiped away and stays while the pointer
 * is over it. On a phone, toasts move above an open dialog, whose buttons are at the bottom.
 */
export function Toaster(): ReactNode {
  const t = useMessages();
  return (
    <Toast.Provider limit={4}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t.ui.notifications}
          className="fixed inset-x-3 bottom-[calc(max(0.75rem,env(safe-area-inset-bottom))+var(--action-bar,0px))] z-50 max-sm:in-[:has([data-window])]:top-[max(0.75rem,env(safe-area-inset-top))] max-sm:in-[:has([data-window])]:bottom-auto flex flex-col-reverse gap-2 sm:inset-e-5 sm:bottom-[calc(1.25rem+var(--action-bar,0px))] sm:inset-s-auto sm:w-96 print:hidden"
        >
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts(): ReactNode {
  const t = useMessages();
  const { toasts, add } = Toast.useToastManager();

  useEffect(
    () =>
      listenForToasts(({ type, title, message, duration, action }) => {
        add({
          type,
          title,
          description: message,
          timeout: duration,
          priority: type === 'error' ? 'high' : 'low',
          ...(action && { actionProps: { children: action.label, onClick: action.press } }),
        });
      }),
    [add],
  );

  return toasts.map((shown) => {
    const type = isToastType(shown.type) ? shown.type : 'info';
    const { icon: Icon, edge, ink } = looks[type];
    return (
      <Toast.Root
        key={shown.id}
        toast={shown}
        data-toast=""
        swipeDirection={['right', 'down']}
        // The duration of the toast's exit animation, 300 ms, is in the specification [AUTH-4].
        className={classNames(
          'translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) rounded-card border border-line border-s-4 bg-surface text-ink shadow-card transition-[opacity,translate] duration-200 data-ending-style:opacity-0 data-ending-style:duration-300 data-limited:hidden data-starting-style:translate-y-3 data-starting-style:opacity-0',
          edge,
        )}
      >
        <Toast.Content className="flex items-start gap-3 p-3 ps-4">
          <Icon aria-hidden="true" className={classNames('mt-0.5 size-5 shrink-0', ink)} />
          <div className="min-w-0 flex-1 py-px">
            <span className="sr-only">{`${t.ui.toastTypes[type]}: `}</span>
            <Toast.Title className="text-[0.9375rem] leading-snug font-semibold" />
            <Toast.Description className="text-sm text-ink-soft" />
            {shown.actionProps && (
              <Toast.Action className="-ms-2 mt-1 inline-flex min-h-11 items-center rounded-control px-2 text-sm font-semibold text-primary-ink transition-colors hover:bg-sunken md:pointer-fine:min-h-8" />
            )}
          </div>
          <Toast.Close
            aria-label={t.ui.dismiss}
            className="-my-1 -me-1 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:bg-sunken hover:text-ink md:pointer-fine:size-8"
          >
            <X aria-hidden="true" className="size-4" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

interface ToastLook {
  readonly icon: LucideIcon;
  readonly edge: string;
  readonly ink: string;
}

const looks: Record<ToastType, ToastLook> = {
  success: { icon: CircleCheck, edge: 'border-s-success', ink: 'text-success-ink' },
  error: { icon: CircleAlert, edge: 'border-s-danger', ink: 'text-danger-ink' },
  warning: { icon: TriangleAlert, edge: 'border-s-warning-ink', ink: 'text-warning-ink' },
  info: { icon: Info, edge: 'border-s-info-ink', ink: 'text-info-ink' },
};

function isToastType(value: unknown): value is ToastType {
  return typeof value === 'string' && Object.hasOwn(looks, value);
}
