import type { ReactNode } from 'react';
import type { Moment } from '../../i18n/format.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { classNames } from '../class-names.ts';
import { useNow } from '../hooks/use-now.ts';

export type LiveState = 'live' | 'connecting' | 'stale';

/** Shows whether live data is connected, and how old the data is [ADM-3]. */
export function LiveBadge({
  state,
  asOf,
}: {
  state: LiveState;
  /** When the data was loaded. Null until the data has loaded. */
  asOf?: Moment | null;
}): ReactNode {
  const t = useMessages();
  const format = useFormat();
  const now = useNow();
  const age = asOf === undefined || asOf === null ? null : new Date(asOf).getTime();
  const word = { live: t.ui.live, connecting: t.ui.connecting, stale: t.ui.stale }[state];
  return (
    <span
      role="status"
      className={classNames(
        'inline-flex w-fit items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs leading-5 font-semibold whitespace-nowrap',
        looks[state].pill,
      )}
    >
      <span aria-hidden="true" className={classNames('size-2 rounded-full', looks[state].dot)} />
      {word}
      {age !== null && state !== 'live' && (
        <span className="font-normal">{t.ui.asOf(format.relative(age, Math.max(now, age)))}</span>
      )}
    </span>
  );
}

const looks: Record<LiveState, { pill: string; dot: string }> = {
  live: { pill: 'bg-success-soft text-success-ink', dot: 'bg-success' },
  connecting: { pill: 'bg-sunken text-ink-soft', dot: 'animate-pulse-dots bg-control-line' },
  stale: { pill: 'bg-warning-soft text-warning-ink', dot: 'border-2 border-warning-ink' },
};
