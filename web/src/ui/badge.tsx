import type { QueueStatus } from '@baari/contract/constants.ts';
import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  Hourglass,
  type LucideIcon,
  Stethoscope,
  UserX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { classNames } from './class-names.ts';

/** The colour of a badge. `turn` is yellow and only for "your turn" and what must be done now. */
export type Tone = 'neutral' | 'primary' | 'success' | 'warning' | 'danger' | 'info' | 'turn';

/**
 * A word on a tinted oval. If the colour has a meaning, pass an icon too, because colour alone is
 * not enough.
 */
export function Badge({
  tone = 'neutral',
  icon: Icon,
  className,
  children,
}: {
  tone?: Tone;
  icon?: LucideIcon;
  className?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <span
      className={classNames(
        'inline-flex w-fit items-center gap-1 rounded-full px-2 py-0.5 text-xs leading-5 font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden="true" strokeWidth={2.5} className="size-3.5 shrink-0" />}
      {children}
    </span>
  );
}

/**
 * The number of waiting items as a badge on solid red. Renders nothing for zero. `label` says what
 * is counted.
 */
export function CountBadge({ count, label }: { count: number; label: string }): ReactNode {
  if (count <= 0) return null;
  return (
    <span className="inline-grid min-w-5 place-items-center rounded-full bg-danger px-1.5 text-xs leading-5 font-bold text-on-danger tabular-nums">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** The status of a queue entry as icon and word, so that users need not see colours. */
export function StatusBadge({ status }: { status: QueueStatus }): ReactNode {
  const t = useMessages();
  const { tone, icon } = queueLooks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t.ui.statuses[status]}
    </Badge>
  );
}

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-soft',
  primary: 'bg-primary-soft text-primary-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
  info: 'bg-info-soft text-info-ink',
  turn: 'bg-turn text-on-turn',
};

export interface BadgeLook {
  readonly tone: Tone;
  readonly icon: LucideIcon;
}

const queueLooks: Record<QueueStatus, BadgeLook> = {
  pending_approval: { tone: 'warning', icon: Hourglass },
  waiting: { tone: 'info', icon: Clock },
  in_progress: { tone: 'primary', icon: Stethoscope },
  completed: { tone: 'success', icon: CircleCheck },
  cancelled: { tone: 'neutral', icon: Ban },
  no_show: { tone: 'neutral', icon: UserX },
  rejected: { tone: 'danger', icon: CircleX },
};
