/** What Baari needs of a service that sends text messages, and how several are used in turn [MSG-4]. */
import type { Delivery, FailureReason } from '../delivery.rules.ts';
import type { ProviderName } from './routes.rules.ts';
import type { Registration } from './templates.ts';

export interface OutgoingSms {
  /** The receiver's number in E.164 form. */
  readonly to: string;
  readonly text: string;
  /** Undefined where no registration is required. */
  readonly registration: Registration | undefined;
  /** Where the provider reports what became of the message; undefined if nobody can call there. */
  readonly receiptUrl: string | undefined;
}

/**
 * What a provider answered. `refused`: no provider would take this message. `unavailable`: this
 * provider cannot send now, another one may.
 */
export type SendOutcome =
  | {
      readonly outcome: 'accepted';
      /** The provider's id of the message. */
      readonly message?: string | undefined;
    }
  | { readonly outcome: 'refused'; readonly reason: FailureReason }
  | { readonly outcome: 'unavailable'; readonly why: string };

/** What a provider reports about a message. */
export type Receipt = Pick<Delivery, 'state' | 'reason'>;

export interface SmsProvider {
  readonly name: ProviderName;
  readonly send: (sms: OutgoingSms, signal: AbortSignal) => Promise<SendOutcome>;
  /** Reads a receipt; undefined if it says nothing new, such as that a message is queued. */
  readonly readReceipt: (form: URLSearchParams) => Receipt | undefined;
}

export type Sent =
  | {
      readonly outcome: 'accepted';
      readonly by: ProviderName;
      readonly message: string | undefined;
    }
  | Exclude<SendOutcome, { readonly outcome: 'accepted' }>;

/**
 * Tries the providers in turn. A provider that refuses the message itself ends it, because the same
 * message sent again elsewhere would be refused, or arrive at somebody who opted out.
 */
export async function sendByFirst(
  providers: readonly SmsProvider[],
  smsFor: (provider: SmsProvider) => OutgoingSms,
  timeLimitMs: number,
): Promise<Sent> {
  const reasons: string[] = [];
  for (const provider of providers) {
    const signal = AbortSignal.timeout(timeLimitMs);
    const sent = await provider.send(smsFor(provider), signal);
    if (sent.outcome === 'accepted') {
      return { outcome: 'accepted', by: provider.name, message: sent.message };
    }
    if (sent.outcome === 'refused') return sent;
    reasons.push(`The SMS provider ${provider.name} ${sent.why}.`);
  }
  return { outcome: 'unavailable', why: reasons.join(' ') };
}
