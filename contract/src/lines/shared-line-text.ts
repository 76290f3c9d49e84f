/** What is read of a shared line that calls nobody: on the page, on a ticket and in messages. */
import type { LineStateName } from '../constants.ts';
import type { ServiceKind } from './service-kinds.ts';

/** The sentences about a shared line, in one language. */
export interface SharedLineWords {
  readonly opens: (clock: string) => string;
  readonly due: string;
  readonly noCounter: string;
  readonly noDoctor: string;
  readonly closed: string;
  readonly pastClosing: string;
}

/**
 * Why nobody is called from a shared line, or not yet: no doctor is late, or away, for it; undefined of one
 * that runs [LINE-1, PAT-11]. `at` is the time that the state names, on the clock, where there is one.
 */
export function sharedLineText(
  {
    state,
    at,
    service,
  }: { state: LineStateName; at: string | undefined; service: ServiceKind | null },
  words: SharedLineWords,
): string | undefined {
  const opens = at === undefined ? undefined : words.opens(at);
  switch (state) {
    case 'running':
    case 'break_ahead':
      return undefined;
    case 'not_open':
      return opens;
    case 'due':
    case 'due_back':
      return words.due;
    case 'closed':
      return words.closed;
    case 'past_closing':
      return words.pastClosing;
    default:
      return opens ?? (service === 'any_doctor' ? words.noDoctor : words.noCounter);
  }
}
