/**
 * Marks responses with the same content as an event. For a retry, only a reference to that event is
 * stored instead of a copy of the response.
 */

export interface AsEvent {
  /** The event's number in the log. */
  readonly eventId: number;
  /**
   * The audience of the first response. A retry gets the fields for the same audience, even if the
   * caller's role has changed.
   */
  readonly audience: 'staff' | 'patient';
}

const eventsByAnswer = new WeakMap<object, AsEvent>();

/** Marks a response that can be built again from an event of the same transaction. */
export function keepAsEvent(answer: object, event: AsEvent): void {
  eventsByAnswer.set(answer, event);
}

/**
 * The event from which a response can be built again; undefined if the response itself must be
 * stored.
 */
export function eventOfAnswer(answer: unknown): AsEvent | undefined {
  return typeof answer === 'object' && answer !== null ? eventsByAnswer.get(answer) : undefined;
}
