/**
 * The daily limits of every kind of message to somebody else's address: by who causes it, for which hospital,
 * and by receiver. A mail or SMS without a kind here does not compile.
 */

/** What a limit counts by. */
export type Scope =
  /** The account that causes it. */
  | 'sender'
  /** The network address that causes it. */
  | 'network'
  /** The hospital in whose name it is sent; an unconfirmed one has a lower limit. */
  | 'hospital'
  /** The same hospital to the same receiver. */
  | 'hospital-receiver'
  /** The same network to the same receiver. */
  | 'network-receiver'
  /** The receiver, whichever account or hospital sends. */
  | 'receiver';

interface Limit {
  /** How many messages are allowed per day. */
  readonly allowed: number;
  /** The limit of an unconfirmed hospital. */
  readonly unconfirmed?: number;
  /**
   * refuse: the caller gets a refusal with a time to retry, because the caller caused the messages. drop: the message
   * is silently not sent, because a refusal would reveal what others do with that address.
   */
  readonly over: 'refuse' | 'drop';
}

type Limits = Readonly<Partial<Record<Scope, Limit>>>;

const drop = (allowed: number): Limit => ({ allowed, over: 'drop' });
const refuse = (allowed: number): Limit => ({ allowed, over: 'refuse' });

export const sendBudgets = {
  /** To a doctor whom a hospital added. */
  invitation: {
    sender: refuse(200),
    hospital: { allowed: 400, unconfirmed: 40, over: 'refuse' },
    'hospital-receiver': refuse(5),
    receiver: drop(10),
  },
  /** From a person who asks to work at a hospital; it fills the administrators' list. */
  join_request: { sender: refuse(10), network: refuse(100), hospital: refuse(500) },
  /** The request to each administrator, and the decision to the person who asked. */
  staff_request: { hospital: drop(500), receiver: drop(50) },
  staff_decision: { receiver: drop(20) },
  /** To the patient about a new report. */
  report_news: {
    hospital: { allowed: 20_000, unconfirmed: 400, over: 'drop' },
    'hospital-receiver': drop(40),
    receiver: drop(80),
  },
  /**
   * Messages of the contact form. Each network may send five an hour besides; there is only one mailbox. Dropped ones
   * are still stored.
   */
  contact_form: { receiver: drop(500) },
  /** To administrators and the doctor about urgent answers that nobody has seen. */
  assessment_alert: { hospital: drop(2000), 'hospital-receiver': drop(200), receiver: drop(400) },
  /** To the patient about a booking. */
  appointment: {
    hospital: { allowed: 50_000, unconfirmed: 1000, over: 'drop' },
    'hospital-receiver': drop(40),
    receiver: drop(80),
  },
  /** To the patient about a place in a line. */
  queue_news: {
    hospital: { allowed: 100_000, unconfirmed: 4000, over: 'drop' },
    'hospital-receiver': drop(80),
    receiver: drop(160),
  },
  /**
   * To a doctor who subscribed, about requests and arrivals; a patient who keeps asking and leaving is
   * limited by sender.
   */
  doctor_news: { sender: drop(10), receiver: drop(400) },
  verification: { receiver: drop(20) },
  /** To the owner of an address that somebody signs up with again. */
  account_exists: { receiver: drop(5) },
  /** A stranger at one network cannot use up what the owner needs at another. */
  password_reset: { 'network-receiver': drop(10), receiver: drop(40) },
  /** A code that signs in by phone. */
  sign_in_code: { 'network-receiver': refuse(15), receiver: refuse(60) },
  /** Verifies a contact that a signed-in person entered. */
  contact_code: { sender: refuse(20), receiver: drop(20) },
  /** Proves identity by a verified contact; only its owner can cause it, so nobody else can use it up. */
  proof_code: { sender: refuse(20) },
  /**
   * About a changed contact, factor or password. Unlimited, because an attacker could use up a budget to hide
   * the change.
   */
  security_notice: {},
  /** To a hospital's administrators about the operator's decision. */
  hospital_standing: {},
  /**
   * To the operator: what to review and what is urgent. Limited per hospital, so that one cannot crowd out
   * the others.
   */
  operator: { hospital: drop(10), receiver: drop(200) },
  /** To the operator and the person about an erasure request, which can be withdrawn and repeated. */
  erasure_asked: { sender: refuse(5), receiver: drop(200) },
  alarm: { receiver: drop(50) },
  /**
   * Seals of the trail, sent to the mailbox that keeps them: one mail per hour and process. If one is dropped, the next
   * includes its seal.
   */
  trail_anchors: { receiver: drop(500) },
} as const satisfies Record<string, Limits>;

export type SendKind = keyof typeof sendBudgets;
export const sendKinds = Object.keys(sendBudgets) as [SendKind, ...SendKind[]];

/** The parties of a message; missing ones are not counted. */
export interface Parties {
  readonly sender?: string | undefined;
  readonly network?: string | undefined;
  readonly hospital?: { readonly id: string; readonly isConfirmed: boolean } | undefined;
  /** A mail address or a phone number. */
  readonly receiver?: string | undefined;
}

/** Public providers that ignore dots in an address. */
const dotless: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox behind an address: without the part after a plus, which its owner chooses. */
export function mailboxOf(receiver: string): string {
  const [local = '', domain, ...more] = receiver.toLowerCase().split('@');
  if (domain === undefined || more.length > 0) return receiver.toLowerCase();
  const [name = ''] = local.split('+');
  const box = name === '' ? local : name;
  return dotless.has(domain) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${domain}`;
}

/** A counter and its limit per day. */
export interface Counter {
  readonly key: string;
  readonly allowed: number;
}

/** The counters of a message for the limits that refuse, or for those that drop. */
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

/** Seconds until the last exhausted budget is available again; undefined if none is exhausted. */
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
