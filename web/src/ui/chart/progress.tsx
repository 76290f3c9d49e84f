import type { ReactNode } from 'react';

/**
 * A progress bar. `label` names the task whose progress is shown; without it the bar is hidden from
 * screen readers, because text beside it says the same.
 */
export function Progress({
  label,
  value,
  max,
}: {
  label?: string;
  value: number;
  max: number;
}): ReactNode {
  return (
    <progress
      {...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': label })}
      value={Math.min(value, max)}
      max={Math.max(max, 1)}
      className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-primary"
    />
  );
}
