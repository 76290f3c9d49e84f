/** The lines of a hand-off note while they are typed. */
import type { HandOffLine, HandOffTyped } from '@baari/contract/visit/hand-offs.ts';

export interface TypedLine {
  /** Identifies the line for React while lines are added and removed. */
  readonly key: number;
  readonly asks: string;
  readonly detail: string;
  readonly isUrgent: boolean;
}

let lines = 0;

export function newLine(asks = ''): TypedLine {
  lines += 1;
  return { key: lines, asks, detail: '', isUrgent: false };
}

export function typedLines(written: readonly HandOffLine[]): readonly TypedLine[] {
  return written.map(({ asks, detail, isUrgent }) => ({ ...newLine(asks), detail, isUrgent }));
}

/** The lines to save, without empty ones. */
export function linesToSave(typed: readonly TypedLine[]): HandOffTyped[] {
  return typed
    .filter((line) => !isBlank(line))
    .map(({ asks, detail, isUrgent }) => ({ asks: asks.trim(), detail: detail.trim(), isUrgent }));
}

/** The lines that say a detail, but not what is asked. The only line must say what is asked. */
export function faultyLines(typed: readonly TypedLine[]): readonly TypedLine[] {
  const isEmpty = typed.every(isBlank);
  return typed.filter(
    (line, at) => line.asks.trim() === '' && (!isBlank(line) || (isEmpty && at === 0)),
  );
}

/** Adds a suggestion: to the first line that asks nothing yet, else as a new line. */
export function withAsked(typed: readonly TypedLine[], asks: string): readonly TypedLine[] {
  const at = typed.findIndex((line) => line.asks.trim() === '');
  return at < 0
    ? [...typed, newLine(asks)]
    : typed.map((line, each) => (each === at ? { ...line, asks } : line));
}

function isBlank({ asks, detail }: TypedLine): boolean {
  return asks.trim() === '' && detail.trim() === '';
}
