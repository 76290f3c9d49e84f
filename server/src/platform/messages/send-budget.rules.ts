/**
 * The daily limits of every kind of message to somebody else's address: by the person who causes
 * it, by hospital and by receiver. A mail or SMS whose kind is not listed here does not compile.
 */

/** By whom or what a daily limit counts messages. */
export type Scope =
  /** The account that causes the message. */
  | 'sender'
  /** The network address that causes the message. */
  | 'network'
  /** The hospital in whose name the message is sent; an unconfirmed hospital has a lower limit. */
  | 'hospital'
  /** All messages of one hospital to one receiver. */
  | 'hospital-receiver'
  /** All messages that one network causes to one receiver. */
  | 'network-receiver'
  /** The receiver, whichever account or hospital sends the message. */
  | 'receiver';

interface Limit {
  /** How many messages are allowed per day. */
  readonly allowed: number;
  /** The lower limit for a hospital that the operator has not confirmed. */
  readonly unconfirmed?: number;
  /**
   * What happens to a message above the limit. refuse: the caller caused the messages and gets a
   * refusal with a time to retry. drop: the message is silently not sent, because a refusal would
   * reveal what others do with that address.
   */
  readonly over: 'refuse' | 'drop';
}

type Limits = Readonly<Partial<Record<Scope, Limit>>>;

const drop = (allowed: number): Limit => ({ allowed, over: 'drop' });
const refuse = (allowed: number): Limit => ({ allowed, over: 'refuse' });

export const sendBudgets = {
  /** Invitations that a hospital sends to doctors whom it added. */
  invitation: {
    sender: refuse(200),
    hospital: { allowed: 400, unconfirmed: 40, over: 'refuse' },
    'hospital-receiver': refuse(5),
    receiver: drop(10),
  },
  /** Test messages that administrators of a new hospital send to themselves. */
  test_message: { sender: refuse(10), receiver: drop(20) },
  /** News about a hospital's API keys, to its administrators. */
  api_key: { hospital: drop(1000), 'hospital-receiver': drop(100), receiver: drop(200) },
  /** News about a hospital's webhooks that fail, to its administrators. */
  webhook: { hospital: drop(500), 'hospital-receiver': drop(50), receiver: drop(200) },
  /**
   * Requests of people who ask to work at a hospital. Each request appears in the administrators'
   * list.
   */
  join_request: { sender: refuse(10), network: refuse(100), hospital: refuse(500) },
  /**
   * Mails about a request to work at a hospital: to each administrator, and the decision to the
   * person who asked.
   */
  staff_request: { hospital: drop(500), receiver: drop(50) },
  staff_decision: { receiver: drop(20) },
  /** Messages to the patient about a new report. */
  report_news: {
    hospital: { allowed: 20_000, unconfirmed: 400, over: 'drop' },
    'hospital-receiver': drop(40),
    receiver: drop(80),
  },
  /**
   * Messages of the contact form to the only mailbox that receives them. In addition, each network
   * address may send only five messages an hour. Dropped messages are still stored.
   */
  contact_form: { receiver: drop(500) },
  /**
   * Messages to administrators and the doctor about urgent answers in a patient's assessment that
   * nobody has seen.
   */
  assessment_alert: { hospital: drop(2000), 'hospital-receiver': drop(200), receiver: drop(400) },
  /** Messages to the patient about an appointment. */
  appointment: {
    hospital: { allowed: 50_000, unconfirmed: 1000, over: 'drop' },
    'hospital-receiver': drop(40),
    receiver: drop(80),
  },
  /** Messages to the patient about their place in the queue. */
  queue_news: {
    hospital: { allowed: 100_000, unconfirmed: 4000, over: 'drop' },
    'hospital-receiver': drop(80),
    receiver: drop(160),
  },
  /** Replies to a patient's own message. */
  answer_reply: { receiver: drop(20) },
  /**
   * Messages about requests and arrivals to a doctor who subscribed. The limit by sender stops a
   * patient who keeps requesting a place and leaving.
   */
  doctor_news: { sender: drop(10), receiver: drop(400) },
  verification: { receiver: drop(20) },
  /** Notices to the owner of an address that somebody signs up with again. */
  account_exists: { receiver: drop(5) },
  /**
   * Password reset links. They are counted by network too, so that a stranger at one network cannot
   * use up the limit that the owner needs at another network.
   */
  password_reset: { 'network-receiver': drop(10), receiver: drop(40) },
  /** Codes with which a person signs in by phone. */
  sign_in_code: { 'network-receiver': refuse(15), receiver: refuse(60) },
  /** Codes that verify an email address or phone number that a signed-in person entered. */
  contact_code: { sender: refuse(20), receiver: drop(20) },
  /**
   * Codes that are sent to a verified contact to prove identity. Only the owner can request such a
   * code, so nobody else uses up this limit.
   */
  proof_code: { sender: refuse(20) },
  /**
   * Notices about a changed contact, factor or password. They are unlimited, because an attacker
   * could use up a limit to hide the change.
   */
  security_notice: {},
  /**
   * Messages to a hospital's administrators about the operator's decision on the hospital, such as
   * its confirmation.
   */
  hospital_standing: {},
  /**
   * Messages to the operator, such as new hospitals to review and urgent problems. They are limited per hospital, so
   * that one hospital cannot crowd out the others.
   */
  operator: { hospital: drop(10), receiver: drop(200) },
  /**
   * Messages to the operator and the person about an erasure request. They are limited, because the
   * request can be withdrawn and repeated.
   */
  erasure_asked: { sender: refuse(5), receiver: drop(200) },
  alarm: { receiver: drop(50) },
  /**
   * Hashes of the audit trail, sent to the mailbox that stores them: one mail per hour and process.
   * If a mail is dropped, the next mail includes its hash.
   */
  trail_anchors: { receiver: drop(500) },
} as const satisfies Record<string, Limits>;

export type SendKind = keyof typeof sendBudgets;
export const sendKinds = Object.keys(sendBudgets) as [SendKind, ...SendKind[]];

/**
 * The parties of a message, against whose limits the message counts. A missing party is not
 * counted.
 */
export interface Parties {
  readonly sender?: string | undefined;
  readonly network?: string | undefined;
  readonly hospital?: { readonly id: string; readonly isConfirmed: boolean } | undefined;
  /** The receiver's email address or phone number. */
  readonly receiver?: string | undefined;
}

/** Public providers that ignore dots in an address. */
const dotless: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox behind an email address: the address without the part after a plus, which its owner
 * can choose.
 */
export function mailboxOf(receiver: string): string {
  const [local = '', domain, ...more] = receiver.toLowerCase().split('@');
  if (domain === undefined || more.length > 0) return receiver.toLowerCase();
  const [name = ''] = local.split('+');
  const box = name === '' ? local : name;
  return dotless.has(domain) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${domain}`;
}

/** A message counter and its limit per day. */
export interface Counter {
  readonly key: string;
  readonly allowed: number;
}

/**
 * The counters of a message. `over` selects either the counters that refuse the message above the
 * limit, or those that silently drop it.
 */
export function countersOf(kind: SendKind, over: Limit['over'], parties: Parties): Counter[] {
  const limits: Limits = sendBudgets[kind];
  return (Object.keys(limits) as Scope[]).flatMap((scope) => {
    const limit = limits[scope];
    const whose = partyOf(scope, parties);
    if (limit?.over !== over || whose === undefined) return [];
    const isTrusted = parties.hospital?.isConfirmed !== false;
    const allowed = isTrusted ? limit.allowed : (limit.unconfirmed ?? limit.allowed);
    return [{ key: JSON.stringify([kind, scope, ...whose]), allowed }];
  });
}

function partyOf(scope: Scope, parties: Parties): string[] | undefined {
  const { sender, network, hospital, receiver } = parties;
  const pairs: Record<Scope, readonly (string | undefined)[]> = {
    sender: [sender],
    network: [network],
    hospital: [hospital?.id],
    'hospital-receiver': [hospital?.id, receiver],
    'network-receiver': [network, receiver],
    receiver: [receiver],
  };
  const named = pairs[scope].filter((party) => party !== undefined);
  return named.length === pairs[scope].length ? named : undefined;
}

/** A counter's value, including the present message. */
export interface Counted {
  readonly key: string;
  readonly count: number;
  readonly windowEndsAt: Date;
}

/**
 * Seconds until the last exhausted limit is available again; undefined if no limit is exhausted.
 */
export function secondsUntilAllowed(
  counters: readonly Counter[],
  counted: readonly Counted[],
  now: Date,
): number | undefined {
  const allowed = new Map(counters.map((counter) => [counter.key, counter.allowed]));
  const ends = counted
    .filter(({ key, count }) => count > (allowed.get(key) ?? 0))
    .map(({ windowEndsAt }) => windowEndsAt.getTime());
  if (ends.length === 0) return undefined;
  return Math.max(1, Math.ceil((Math.max(...ends) - now.getTime()) / 1000));
}
