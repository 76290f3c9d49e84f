/** The states of a sent message. They do not depend on the order in which reports arrive [MSG-5]. */

export const deliveryStates = ['queued', 'accepted', 'failed', 'delivered'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The channels on which a person can reply. */
export type ReplyChannel = 'sms' | 'whatsapp';

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
};

/** The state after a report; the present state if the report is not newer. */
export function movedBy<Now extends Delivery>(now: Now, report: Delivery): Now | Delivery {
  return rank[report.state] > rank[now.state] ? report : now;
}

/** Whether every attempt to reach a person about one matter has failed. */
export function isNotReached(deliveries: readonly Delivery[]): boolean {
  return deliveries.length > 0 && deliveries.every(({ state }) => state === 'failed');
}
