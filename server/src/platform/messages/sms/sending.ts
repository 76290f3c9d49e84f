/** The configured providers, registered texts and addresses of receipts, put together. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../secrets/secret.ts';
import { makeGateway, type SmsGateway } from './gateway.ts';
import type { SmsProvider } from './provider.ts';
import { type ProviderName, type ProviderOrder, providersFor } from './routes.rules.ts';
import type { RegisteredTexts } from './templates.ts';
import { makeTwilio, type Twilio } from './twilio.ts';

/** What the operator has configured about text messages. */
export interface SmsSettings {
  readonly twilio: Twilio | undefined;
  readonly gateway: SmsGateway | undefined;
  readonly order: ProviderOrder;
  readonly registered: RegisteredTexts | undefined;
}

export function hasSmsProvider({ twilio, gateway }: Pick<SmsSettings, 'twilio' | 'gateway'>) {
  return twilio !== undefined || gateway !== undefined;
}

export interface SmsSending {
  readonly providers: ReadonlyMap<ProviderName, SmsProvider>;
  /** The providers for a calling code, in the order in which they are tried. */
  readonly providersFor: (callingCode: string) => readonly SmsProvider[];
  readonly registered: RegisteredTexts | undefined;
  /** Where a provider reports what became of a message. */
  readonly receiptUrl: (provider: ProviderName, delivery: string) => string | undefined;
}

export const receiptsPath = '/api/sms/receipts';
export const inboundPath = '/api/sms/inbound';

/** Undefined if no provider is configured. */
export function openSending(
  { twilio, gateway, order, registered }: SmsSettings,
  { publicUrl, secrets }: { readonly publicUrl: string; readonly secrets: Secrets },
): SmsSending | undefined {
  const made = [
    ...(twilio === undefined ? [] : [makeTwilio(twilio)]),
    ...(gateway === undefined ? [] : [makeGateway(gateway)]),
  ];
  if (made.length === 0) return undefined;
  const providers = new Map(made.map((provider) => [provider.name, provider]));
  return {
    providers,
    providersFor: (code) => providersFor(order, code).flatMap((name) => providers.get(name) ?? []),
    registered,
    receiptUrl(provider, delivery) {
      // Providers refuse an address that they cannot call.
      if (!publicUrl.startsWith('https:')) return undefined;
      const mark = receiptMark(secrets[0], delivery);
      return `${publicUrl}${receiptsPath}/${provider}/${delivery}/${mark}`;
    },
  };
}

/** The address to which a provider passes messages that people send [MSG-8]. */
export function inboundUrl(publicUrl: string, secret: string, provider: ProviderName): string {
  return `${publicUrl}${inboundPath}/${provider}/${inboundMark(secret, provider)}`;
}

/** A secret part of the address of one message's receipts, for providers that sign nothing. */
function receiptMark(secret: string, delivery: string): string {
  return markOf(secret, 'sms-receipt', delivery);
}

function inboundMark(secret: string, provider: ProviderName): string {
  return markOf(secret, 'sms-inbound', provider);
}

function markOf(secret: string, purpose: string, of: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, of]))
    .digest('base64url');
}

/** Whether the installation has made this address. */
export function isOwnReceipt(secrets: Secrets, delivery: string, mark: string): boolean {
  return secrets.some((secret) => isSame(receiptMark(secret, delivery), mark));
}

/** Whether this is the secret part of a provider's address for messages that people send. */
export function isOwnInbound(secrets: Secrets, provider: ProviderName, mark: string): boolean {
  return secrets.some((secret) => isSame(inboundMark(secret, provider), mark));
}

function isSame(one: string, other: string): boolean {
  const wanted = Buffer.from(one);
  const given = Buffer.from(other);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
