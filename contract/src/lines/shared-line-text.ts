/** The status text of a shared line in which nobody is called, for pages, tickets and messages. */
import type { LineStateName } from '../constants.ts';
import type { ServiceKind } from './service-kinds.ts';

/** The sentences about the state of a shared line, in one language. */
export interface SharedLineWords {
  readonly opens: (clock: string) => string;
  readonly due: string;
  readonly noCounter: string;
  readonly noDoctor: string;
  readonly closed: string;
  readonly pastClosing: string;
  readonly closing: (clock: string) => string;
  readonly mayMiss: string;
  readonly beyond: (clock: string) => string;
  readonly notToday: string;
  readonly silent: (duration: string) => string;
}

/**
 * Why nobody is called from a shared line, or not yet; undefined if patients are being called. The
 * text never names a late or absent doctor, unlike the text for a doctor's line [LINE-1, PAT-11].
 * `at`: the time that the text mentions, if any; for `silent`, how long nobody was called. Where
 * the patient should ask the reception, doctors and shared lines have the same text.
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
    case 'silent':
      return at === undefined ? words.due : words.silent(at);
    case 'closing':
      return at === undefined ? words.mayMiss : words.closing(at);
    case 'beyond_hours':
      return at === undefined ? words.notToday : words.beyond(at);
    default:
      return opens ?? (service === 'any_doctor' ? words.noDoctor : words.noCounter);
  }
}
