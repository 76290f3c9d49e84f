import { BellRing, CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger' | 'turn';

/** A message within the page. Screen readers announce a message with the tone `danger` at once. */
export function Notice({
  tone = 'info',
  title,
  children,
  action,
  className,
}: {
  tone?: NoticeTone;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}): ReactNode {
  const Icon = icons[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'note'}
      className={classNames(
        'flex items-start gap-3 rounded-card p-4 text-[0.9375rem] text-ink',
        tones[tone],
        className,
      )}
    >
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-5 shrink-0', inks[tone])} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className="pt-2">{action}</div>}
      </div>
    </div>
  );
}

const icons = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
  turn: BellRing,
};

const tones: Record<NoticeTone, string> = {
  info: 'bg-info-soft',
  success: 'bg-success-soft',
  warning: 'bg-warning-soft',
  danger: 'bg-danger-soft',
  turn: 'border border-turn-line bg-turn-soft',
};

const inks: Record<NoticeTone, string> = {
  info: 'text-info-ink',
  success: 'text-success-ink',
  warning: 'text-warning-ink',
  danger: 'text-danger-ink',
  turn: 'text-turn-ink',
};
