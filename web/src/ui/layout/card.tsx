import type { HTMLAttributes, ReactNode, RefCallback } from 'react';
import { classNames } from '../class-names.ts';

export interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'li';
  ref?: RefCallback<HTMLElement>;
  padding?: 'none' | 'small' | 'medium' | 'large';
  /** The look of the card. `turn` is yellow and only for "your turn". */
  tone?: 'plain' | 'sunken' | 'primary' | 'turn';
  /**
   * Changes the card's look on hover, for a card that is one link. Put the classes `after:absolute
   * after:inset-0` on the link.
   */
  interactive?: boolean;
}

export function Card({
  as: Element = 'div',
  padding = 'medium',
  tone = 'plain',
  interactive = false,
  className,
  ...props
}: CardProps): ReactNode {
  const look = classNames(
    // A card with a long list may break over several printed pages. If the card had to stay on one
    // page, the first page would be empty.
    'relative min-w-0 rounded-card border print:break-inside-avoid print:has-[:is(li,tr):nth-child(9)]:break-inside-auto',
    tones[tone],
    paddings[padding],
    interactive &&
      'transition-[border-color,box-shadow] hover:border-control-line/70 has-[a:focus-visible]:border-primary',
    className,
  );
  return <Element className={look} {...props} />;
}

/** A card with a number and its label. */
export function StatCard({
  label,
  value,
  icon,
  hint,
  tone = 'neutral',
}: {
  label: string;
  value: ReactNode;
  icon?: ReactNode;
  hint?: ReactNode;
  tone?: 'neutral' | 'primary' | 'success' | 'warning' | 'danger';
}): ReactNode {
  return (
    <Card className="flex flex-wrap items-start gap-3">
      {icon && (
        <span
          aria-hidden="true"
          className={classNames(
            'grid size-10 shrink-0 place-items-center rounded-control [&_svg]:size-5',
            statTones[tone],
          )}
        >
          {icon}
        </span>
      )}
      {/* Below the icon where the longest word would not fit beside it. */}
      <dl className="flex min-w-min flex-1 flex-col-reverse">
        <dt className="text-sm text-ink-soft">{label}</dt>
        <dd className="text-2xl font-semibold text-ink tabular-nums">{value}</dd>
        {hint && <dd className="order-first text-xs text-ink-soft">{hint}</dd>}
      </dl>
    </Card>
  );
}

const tones = {
  plain: 'border-line bg-surface shadow-card',
  sunken: 'border-line bg-sunken',
  primary: 'border-transparent bg-primary-soft',
  turn: 'border-turn-line bg-turn-soft',
};

const paddings = { none: '', small: 'p-3', medium: 'p-4 sm:p-5', large: 'p-5 sm:p-8' };

const statTones = {
  neutral: 'bg-sunken text-ink-soft',
  primary: 'bg-primary-soft text-primary-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
};
