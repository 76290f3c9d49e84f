/**
 * Every kind of message that somebody else's address gets, and how many of it a day allows: by who
 * causes it, in which hospital's name, and by who gets it. A mail or an SMS without a kind here does
 * not compile.
 */

/** Whose messages are counted. */
export type Scope =
  /** The account that causes it. */
  | 'sender'
  /** The network address it is caused from. */
  | 'network'
  /** The hospital in whose name it is sent; one that is not confirmed has less. */
  | 'hospital'
  /** The same hospital to the same address. */
  | 'hospital-receiver'
  /** The same network to the same address. */
  | 'network-receiver'
  /** The address that gets it, whoever sends. */
  | 'receiver';

interface Limit {
  /** A day. */
  readonly allowed: number;
  /** Of a hospital that is not confirmed. */
  readonly unconfirmed?: number;
  /**
   * refuse: whoever causes it is told, with a time to come back; it is their own doing.
   * drop: it is not sent, in silence: telling would say what others do with that address.
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
  /** Of somebody who wants to work at a hospital; fills its administrators' list. */
  join_request: { sender: refuse(10), network: refuse(100), hospital: refuse(500) },
  /** Of such a request, to each of those administrators; and of its decision, to who asked. */
  staff_request: { hospital: drop(500), receiver: drop(50) },
  staff_decision: { receiver: drop(20) },
  /** Of a new report, to the patient. */
  report_news: {
    hospital: { allowed: 20_000, unconfirmed: 400, over: 'drop' },
    'hospital-receiver': drop(40),
    receiver: drop(80),
  },
  /** Beside five an hour from one network: the mailbox is one. What is dropped is kept all the same. */
  contact_form: { receiver: drop(500) },
  /** Of signs that cannot wait and that nobody has seen, to administrators and the doctor. */
  assessment_alert: { hospital: drop(2000), 'hospital-receiver': drop(200), receiver: drop(400) },
  /** Of a booking, to the patient. */
  appointment: {
    hospital: { allowed: 50_000, unconfirmed: 1000, over: 'drop' },
    'hospital-receiver': drop(40),
    receiver: drop(80),
  },
  /** Of a place in a line, to the patient. */
  queue_news: {
    hospital: { allowed: 100_000, unconfirmed: 4000, over: 'drop' },
    'hospital-receiver': drop(80),
    receiver: drop(160),
  },
  /** Of requests and arrivals, to a doctor who asked for it; who asks and leaves all day is one of many. */
  doctor_news: { sender: drop(10), receiver: drop(400) },
  verification: { receiver: drop(20) },
  /** To the owner of an address that somebody signs up with again. */
  account_exists: { receiver: drop(5) },
  /** A stranger at one network cannot use up what the owner needs at another. */
  password_reset: { 'network-receiver': drop(10), receiver: drop(40) },
  /** Signs in by phone. */
  sign_in_code: { 'network-receiver': refuse(15), receiver: refuse(60) },
  /** Proves a contact that somebody signed in says is theirs. */
  contact_code: { sender: refuse(20), receiver: drop(20) },
  /** Shows who asks, by a contact that is their own already: only its owner causes it, and nobody uses it up. */
  proof_code: { sender: refuse(20) },
  /** A changed contact, factor or password: whoever could use these up would keep the owner from hearing. */
  security_notice: {},
  /** What the operator decided of a hospital, to its administrators. */
  hospital_standing: {},
  /**
   * To the installation's operator: what there is to look at, and what cannot wait behind that. One
   * hospital cannot keep the operator from hearing of the others.
   */
  operator: { hospital: drop(10), receiver: drop(200) },
  /** That somebody asked for erasure, who may take it back and ask again; to the operator and themselves. */
  erasure_asked: { sender: refuse(5), receiver: drop(200) },
  alarm: { receiver: drop(50) },
  /** Seals of the trail, to whoever keeps them: one an hour and process. What is left out the next one holds. */
  trail_anchors: { receiver: drop(500) },
} as const satisfies Record<string, Limits>;

export type SendKind = keyof typeof sendBudgets;
export const sendKinds = Object.keys(sendBudgets) as [SendKind, ...SendKind[]];

/** Who has to do with a message; what is not given is not counted. */
export interface Parties {
  readonly sender?: string | undefined;
  readonly network?: string | undefined;
  readonly hospital?: { readonly id: string; readonly isConfirmed: boolean } | undefined;
  /** A mailbox, or a number. */
  readonly receiver?: string | undefined;
}

/** Public providers that read the dots in an address as if they were not there. */
const dotless: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox behind an address, whatever it is called there: what follows a plus is its owner's own. */
export function mailboxOf(receiver: string): string {
  const [local = '', domain, ...more] = receiver.toLowerCase().split('@');
  if (domain === undefined || more.length > 0) return receiver.toLowerCase();
  const [name = ''] = local.split('+');
  const box = name === '' ? local : name;
  return dotless.has(domain) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${domain}`;
}

/** Something counted, and what it may come to within a day. */
export interface Counter {
  readonly key: string;
  readonly allowed: number;
}

/** What is counted of a message, of the limits that end in a refusal or in silence. */
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

/** What a counter has come to, the present message included. */
export interface Counted {
  readonly key: string;
  readonly count: number;
  readonly windowEndsAt: Date;
}

/** Seconds until the last exhausted budget is whole again; undefined while none is. */
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
