import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { type AnchorProps, Link } from './link.tsx';
import { PulsingDots } from './chart/pulsing-dots.tsx';

/** The look of a button. `turn` is yellow and only for "your turn" and actions to do now. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'turn';
export type ButtonSize = 'small' | 'medium' | 'large';

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
  icon?: ReactNode;
  iconAfter?: ReactNode;
}

export interface ButtonProps extends ComponentProps<'button'>, Look {
  /**
   * True while the button's own action is pending. Presses then do nothing, and the button keeps
   * the focus.
   */
  busy?: boolean;
  /** The text that replaces the button's label while busy, such as "Processing...". */
  busyLabel?: string | undefined;
  /**
   * True while another button's action is pending. Presses then do nothing; `disabled` is not used,
   * because it would remove the focus.
   */
  held?: boolean;
}

/** A button whose HTML `type` is "button" by default. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  wide = false,
  icon,
  iconAfter,
  busy = false,
  busyLabel,
  held = false,
  className,
  children,
  onClick,
  type = 'button',
  ...props
}: ButtonProps): ReactNode {
  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (busy || held) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }
  return (
    <button
      // The caller may pass another HTML type. By default the type is "button".
      type={type}
      aria-disabled={busy || held || undefined}
      className={classNames(buttonLook({ variant, size, wide }), className)}
      onClick={press}
      {...props}
    >
      {busy ? <PulsingDots /> : icon}
      <span>{busy && busyLabel ? busyLabel : children}</span>
      {iconAfter}
    </button>
  );
}

/** A link that looks like a button. It is only for navigation, never for an action. */
export function ButtonLink({
  variant = 'secondary',
  size = 'medium',
  wide = false,
  icon,
  iconAfter,
  className,
  children,
  ...props
}: AnchorProps & Look): ReactNode {
  return (
    <Link className={classNames(buttonLook({ variant, size, wide }), className)} {...props}>
      {icon}
      <span>{children}</span>
      {iconAfter}
    </Link>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The button's accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  variant?: 'quiet' | 'secondary';
}

/** A square button with only an icon; its label is the accessible name and the tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  className,
  type = 'button',
  ...props
}: IconButtonProps): ReactNode {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classNames(
        'print:hidden inline-grid size-11 shrink-0 place-items-center rounded-control transition-colors md:pointer-fine:size-9 [&_svg]:size-5',
        variants[variant],
        className,
      )}
      {...props}
    >
      {icon}
    </button>
  );
}

/**
 * The look of a busy button. The primary button changes its colour instead, because opacity makes
 * the browser rebuild compositing layers.
 */
const fading = 'aria-disabled:opacity-80';

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-primary text-on-primary enabled-look:hover:bg-primary-hover aria-disabled:bg-primary-hover border border-transparent',
  secondary:
    'bg-surface text-ink border border-control-line/60 enabled-look:hover:border-control-line enabled-look:hover:bg-sunken',
  quiet:
    'bg-transparent text-primary-ink border border-transparent enabled-look:hover:bg-primary-soft',
  danger: 'bg-danger text-on-danger enabled-look:hover:bg-danger-hover border border-transparent',
  turn: 'bg-turn text-on-turn enabled-look:hover:bg-turn-hover border border-transparent',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3 text-sm md:pointer-fine:min-h-8',
  medium: 'min-h-11 px-4 text-[0.9375rem] md:pointer-fine:min-h-10',
  large: 'min-h-12 px-5 text-base',
};

/** CSS classes that make another element look like a small quiet button. */
export const quietLook = buttonLook({ variant: 'quiet', size: 'small', wide: false });

function buttonLook(look: { variant: ButtonVariant; size: ButtonSize; wide: boolean }): string {
  return classNames(
    // Buttons are hidden when the page is printed.
    'print:hidden inline-flex items-center justify-center gap-2 rounded-control py-1.5 text-center leading-tight font-semibold transition-colors select-none disabled:opacity-55 [&_svg]:size-[1.125em] [&_svg]:shrink-0',
    variants[look.variant],
    look.variant !== 'primary' && fading,
    sizes[look.size],
    look.wide && 'w-full',
  );
}
