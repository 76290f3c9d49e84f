/** Sends one signed webhook and returns the result [API-30]. */
import type { Addresses } from '../../../platform/outgoing/addresses.ts';
import type { Secrets } from '../../../platform/secrets/secret.ts';
import type { WebhookRow } from '../webhooks.store.ts';
import { postOnce, type Sent } from './post-once.ts';
import { openWebhookSecret, signedHeaders } from './signing.ts';

export interface Sending {
  readonly secrets: Secrets;
  readonly addresses: Addresses;
}

export interface Message {
  readonly id: string;
  readonly body: string;
  /** The time of this attempt. */
  readonly at: Date;
}

type Receiver = Pick<WebhookRow, 'url' | 'sealed_secret' | 'former_sealed_secret' | 'former_until'>;

/** Sends a message. Undefined if `signal` aborted the attempt because the process stops. */
export async function sendWebhook(
  receiver: Receiver,
  message: Message,
  { secrets, addresses }: Sending,
  signal: AbortSignal,
): Promise<Sent | undefined> {
  const signing = signingSecrets(receiver, secrets, message.at);
  if (signing === undefined) {
    return { outcome: 'secret', status: null, retryAfterMs: undefined, latencyMs: 0 };
  }
  const post = {
    url: new URL(receiver.url),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Baari-Webhooks',
      ...signedHeaders(message, signing),
    },
    body: message.body,
    addresses,
  };
  return postOnce(post, message.at, signal);
}

/** The secrets that sign now; undefined if the present one cannot be decrypted. */
function signingSecrets(
  { sealed_secret: sealed, former_sealed_secret: former, former_until: until }: Receiver,
  secrets: Secrets,
  now: Date,
): readonly string[] | undefined {
  const present = openWebhookSecret(sealed, secrets);
  if (present === undefined) return undefined;
  const isUsed = former !== null && until !== null && now < until;
  const previous = isUsed ? openWebhookSecret(former, secrets) : undefined;
  return previous === undefined ? [present] : [present, previous];
}
