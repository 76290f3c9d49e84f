import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { classNames } from '../class-names.ts';
import { type LineDot, lineOfDots } from './line-of-dots.ts';

export interface QueueDotsProps {
  /** The patient's place in line: 1 is next, 0 leaves the patient out of the drawing. */
  place: number;
  /** How many people wait in the line, including the patient. */
  total: number;
  /** Whether the patient has been called in. The patient's dot is then yellow. */
  called?: boolean;
  size?: 'small' | 'medium' | 'large';
  className?: string;
}

/**
 * Draws a line of patients as a row of dots, starting at the door. The patient's own dot is larger
 * and coloured.
 */
export function QueueDots({
  place,
  total,
  called = false,
  size = 'medium',
  className,
}: QueueDotsProps): ReactNode {
  const t = useMessages();
  const { box } = measures[size];
  const dots = lineOfDots(place, total);
  return (
    <div role="img" aria-label={describe()} className={classNames('relative', box, className)}>
      {dots.map((dot, index) => (
        <span
          key={dot.key}
          className={classNames(
            'absolute top-0 inset-s-0 grid h-full w-(--step) place-items-center transition-transform duration-180',
            '[transform:translateX(calc(var(--onward)*(var(--nth)*var(--step)-var(--inset))))]',
            placesOfDots[index],
          )}
        >
          <Dot dot={dot} called={called} size={size} />
        </span>
      ))}
    </div>
  );

  function describe(): string {
    if (called) return t.ui.yourTurn;
    if (place > 0) return t.ui.placeInLine(place, total);
    return total > 0 ? t.ui.lineOf(total) : t.ui.lineEmpty;
  }
}

function Dot({
  dot,
  called,
  size,
}: {
  dot: LineDot;
  called: boolean;
  size: keyof typeof measures;
}): ReactNode {
  const { small, mine, text } = measures[size];
  if (dot.kind === 'gap') {
    return (
      <span className={classNames('font-semibold text-ink-soft tabular-nums', text)}>
        {`+${dot.count}`}
      </span>
    );
  }
  if (dot.kind === 'mine') {
    return (
      <span
        className={classNames(
          'rounded-full transition-colors',
          mine,
          called ? 'bg-turn ring-turn-soft' : 'bg-primary ring-primary-soft',
        )}
      />
    );
  }
  return (
    <span
      className={classNames(
        'rounded-full',
        small,
        dot.kind === 'ahead' ? 'bg-control-line/75' : 'border-2 border-control-line/75',
      )}
    />
  );
}

/**
 * CSS classes for the position of each dot, counted from the door; there are `mostDots` of them.
 * The content security policy forbids server-rendered style attributes.
 */
const placesOfDots = [
  '[--nth:0]',
  '[--nth:1]',
  '[--nth:2]',
  '[--nth:3]',
  '[--nth:4]',
  '[--nth:5]',
  '[--nth:6]',
  '[--nth:7]',
  '[--nth:8]',
  '[--nth:9]',
  '[--nth:10]',
] as const;

const measures = {
  small: {
    box: 'h-6 [--inset:3px] [--step:18px]',
    small: 'size-2',
    mine: 'size-3.5 ring-3',
    text: 'text-[0.625rem]',
  },
  medium: {
    box: 'h-9 [--inset:4px] [--step:26px]',
    small: 'size-3',
    mine: 'size-5 ring-4',
    text: 'text-xs',
  },
  large: {
    box: 'h-11 [--inset:4px] [--step:28px]',
    small: 'size-3.5',
    mine: 'size-6 ring-5',
    text: 'text-xs',
  },
};
