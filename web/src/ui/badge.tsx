import type { DoctorStatus, QueueStatus, Urgency } from '@baari/contract/constants.ts';
import {
  Ban,
  ChevronDown,
  ChevronsUp,
  CircleCheck,
  CircleDot,
  CircleMinus,
  CircleX,
  Clock,
  Coffee,
  Equal,
  Hourglass,
  type LucideIcon,
  Moon,
  Stethoscope,
  UserX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { defaultZone } from '../i18n/format.ts';
import { useFormat, useMessages } from '../i18n/language.tsx';
import { classNames } from './class-names.ts';
import { useNow } from './hooks/use-now.ts';

/** `turn` is yellow: only for "your turn" and what must be done now. */
export type Tone = 'neutral' | 'primary' | 'success' | 'warning' | 'danger' | 'info' | 'turn';

/** A word in a tinted pill. Give an icon too if the tone has a meaning. */
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

/** The number of waiting items on solid red; nothing for zero. `label` says what is counted. */
export function CountBadge({ count, label }: { count: number; label: string }): ReactNode {
  if (count <= 0) return null;
  return (
    <span className="inline-grid min-w-5 place-items-center rounded-full bg-danger px-1.5 text-xs leading-5 font-bold text-on-danger tabular-nums">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** The status of a queue entry as icon and word, so that colour is not needed. */
export function StatusBadge({ status }: { status: QueueStatus }): ReactNode {
  const t = useMessages();
  const { tone, icon } = queueLooks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t.ui.statuses[status]}
    </Badge>
  );
}

/**
 * Whether a doctor can be joined, or when the doctor is back from an announced break or from days
 * off [DOC-1, DOC-2].
 */
export function DoctorStatusBadge({
  status,
  breakUntil = null,
  timeZone = defaultZone,
}: {
  status: DoctorStatus;
  breakUntil?: string | null;
  timeZone?: string;
}): ReactNode {
  const t = useMessages();
  const format = useFormat();
  const now = useNow();
  const { tone, icon } = doctorLooks[status];
  if (status === 'Offline' && breakUntil !== null) {
    return (
      <Badge tone={tone} icon={icon} className="whitespace-normal! tabular-nums">
        {t.ui.offlineUntil(format.coming(breakUntil, now, timeZone))}
      </Badge>
    );
  }
  if (status !== 'Available' && breakUntil !== null) {
    return (
      <Badge tone={tone} icon={Coffee} className="whitespace-normal! tabular-nums">
        {t.ui.onBreakUntil(format.timeOrDate(breakUntil, now, timeZone))}
      </Badge>
    );
  }
  return (
    <Badge tone={tone} icon={icon}>
      {t.ui.doctorStatuses[status]}
    </Badge>
  );
}

/** LOW, MEDIUM or HIGH [ADM-6]. */
export function UrgencyBadge({ urgency }: { urgency: Urgency }): ReactNode {
  const t = useMessages();
  const { tone, icon } = urgencyLooks[urgency];
  const word = t.ui.urgencies[urgency];
  return (
    <span title={t.ui.urgencyOf(word)}>
      <Badge tone={tone} icon={icon} className="tracking-wide">
        {word}
      </Badge>
    </span>
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

interface BadgeLook {
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

const doctorLooks: Record<DoctorStatus, BadgeLook> = {
  Available: { tone: 'success', icon: CircleDot },
  Busy: { tone: 'warning', icon: CircleMinus },
  Offline: { tone: 'neutral', icon: Moon },
};

const urgencyLooks: Record<Urgency, BadgeLook> = {
  low: { tone: 'success', icon: ChevronDown },
  medium: { tone: 'warning', icon: Equal },
  high: { tone: 'danger', icon: ChevronsUp },
};
