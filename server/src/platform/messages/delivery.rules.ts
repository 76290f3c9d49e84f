/** The states of a sent message. They do not depend on the order in which reports arrive [MSG-5]. */

export const deliveryStates = ['queued', 'accepted', 'failed', 'delivered', 'read'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a message did not arrive. */
export const failureReasons = [
  /** The number does not exist or cannot get text messages. */
  'invalid_number',
  /** The receiver has stopped messages of this sender. */
  'opted_out',
  /** The phone was off or out of reach until the operator gave up. */
  'unreachable',
  /** The text, sender or template is not registered as it was sent. */
  'not_registered',
  /** The operator or the country blocks the message: for example, the number is on a list. */
  'blocked',
  /** The message became too old before it could be sent. */
  'too_late',
  /** A limit of Baari was reached. */
  'limit',
  /** The receiver no longer exists: for example, a browser has unsubscribed from web push. */
  'gone',
  /** Another reason, or none was given. */
  'other',
] as const;
export type FailureReason = (typeof failureReasons)[number];

export interface Delivery {
  readonly state: DeliveryState;
  /** Why the message failed; null unless the state is `failed`. */
  readonly reason: FailureReason | null;
}

const rank: Readonly<Record<DeliveryState, number>> = {
  queued: 0,
  accepted: 1,
  failed: 2,
  // Some networks report a failure first and the delivery later. Then the message has arrived.
  delivered: 3,
  read: 4,
};

/** The state after a report; the present state if the report is not newer. */
export function movedBy<Now extends Delivery>(now: Now, report: Delivery): Now | Delivery {
  return rank[report.state] > rank[now.state] ? report : now;
}

/** A message with what tells whether it is lost. */
export interface SentMessage extends Delivery {
  /** Whether the provider reports the delivery. */
  readonly isReported: boolean;
  readonly changedAt: Date;
}

/** A reported message counts as lost if its delivery is not reported within this time, in ms. */
export const silentAfterMs = 10 * 60_000;

/** Whether every message to a person about one matter has failed or is lost [MSG-6]. */
export function isNotReached(messages: readonly SentMessage[], now: Date): boolean {
  return messages.length > 0 && messages.every((message) => isLost(message, now));
}

function isLost({ state, isReported, changedAt }: SentMessage, now: Date): boolean {
  if (state === 'failed') return true;
  return state === 'accepted' && isReported && now.getTime() - changedAt.getTime() >= silentAfterMs;
}

/**
 * When to look again whether a person was reached: when the next message counts as lost. Undefined
 * if a message has arrived or all are settled.
 */
export function nextLook(messages: readonly SentMessage[], now: Date): Date | undefined {
  if (messages.some(hasArrived)) return undefined;
  const times = messages
    .filter(({ state, isReported }) => state === 'queued' || (state === 'accepted' && isReported))
    .filter((message) => !isLost(message, now))
    .map(({ state, changedAt }) => (state === 'queued' ? now : changedAt).getTime());
  return times.length === 0 ? undefined : new Date(Math.min(...times) + silentAfterMs);
}

/** Whether the message is on the person's phone. */
export function hasArrived({ state }: Pick<Delivery, 'state'>): boolean {
  return state === 'delivered' || state === 'read';
}
