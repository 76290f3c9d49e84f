/** Answers that say what their event says: for a retry the event is kept, and not the same once more. */

export interface AsEvent {
  /** The event's number in the log. */
  readonly eventId: number;
  /** Whose part of the event was answered: it stays theirs, whatever they are by now. */
  readonly audience: 'staff' | 'patient';
}

const told = new WeakMap<object, AsEvent>();

/** Notes that an answer can be made again from an event of its own transaction. */
export function keepAsEvent(answer: object, event: AsEvent): void {
  told.set(answer, event);
}

/** The event that an answer can be made of; undefined where it has to be kept itself. */
export function eventOfAnswer(answer: unknown): AsEvent | undefined {
  return typeof answer === 'object' && answer !== null ? told.get(answer) : undefined;
}
