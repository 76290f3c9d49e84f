/** Marks answers that equal their event: the event is stored for a retry instead of a copy. */

export interface AsEvent {
  /** The event's number in the log. */
  readonly eventId: number;
  /** The audience of the first answer; a retry gets the same part, even if the caller's role changed. */
  readonly audience: 'staff' | 'patient';
}

const eventsByAnswer = new WeakMap<object, AsEvent>();

/** Marks an answer as derivable from an event of its own transaction. */
export function keepAsEvent(answer: object, event: AsEvent): void {
  eventsByAnswer.set(answer, event);
}

/** The event that an answer can be rebuilt from; undefined if the answer must be stored. */
export function eventOfAnswer(answer: unknown): AsEvent | undefined {
  return typeof answer === 'object' && answer !== null ? eventsByAnswer.get(answer) : undefined;
}
