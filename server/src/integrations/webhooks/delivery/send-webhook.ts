/** Sends one signed webhook and returns the result [API-30]. */
import type { AttemptOutcome } from '@baari/contract/keys/webhooks.ts';
import type { Addresses } from '../../../platform/outgoing/addresses.ts';
import { AddressError, postOutside } from '../../../platform/outgoing/outgoing.ts';
import type { Secrets } from '../../../platform/secrets/secret.ts';
import { retryAfterOf } from './retry.rules.ts';
import { openWebhookSecret, signedHeaders } from './signing.ts';
import type { WebhookRow } from '../webhooks.store.ts';

/** The receiver must answer within this time, in ms. */
const timeLimitMs = 20_000;

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

export interface Sent {
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly latencyMs: number;
  /** The milliseconds of a Retry-After header. */
  readonly retryAfterMs: number | undefined;
}

type Receiver = Pick<WebhookRow, 'url' | 'sealed_secret' | 'former_sealed_secret' | 'former_until'>;

/**
 * Sends a message. The status decides, and the answer's body is never read. Undefined if `signal`
 * aborted the attempt because the process stops.
 */
export async function sendWebhook(
  receiver: Receiver,
  message: Message,
  { secrets, addresses }: Sending,
  signal: AbortSignal,
): Promise<Sent | undefined> {
  const began = performance.now();
  const sent = (outcome: AttemptOutcome, answer: Partial<Sent> = {}): Sent => ({
    outcome,
    status: null,
    retryAfterMs: undefined,
    latencyMs: Math.round(performance.now() - began),
    ...answer,
  });
  const signing = signingSecrets(receiver, secrets, message.at);
  if (signing === undefined) return sent('secret');
  const limit = AbortSignal.timeout(timeLimitMs);
  try {
    const { statusCode: status = 0, headers } = await postAndHangUp(
      {
        url: new URL(receiver.url),
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Baari-Webhooks',
          ...signedHeaders(message, signing),
        },
        body: message.body,
        addresses,
      },
      AbortSignal.any([limit, signal]),
    );
    const retryAfterMs = retryAfterOf(headers['retry-after'], message.at);
    const isFine = status >= 200 && status < 300;
    return sent(isFine ? 'delivered' : 'status', { status, retryAfterMs });
  } catch (error) {
    if (signal.aborted) return undefined;
    if (limit.aborted) return sent('slow');
    return sent(error instanceof AddressError ? 'address' : 'unreachable');
  }
}

/** The connection ends after the answer's head: a receiver that hangs in the body costs nothing. */
async function postAndHangUp(
  post: Omit<Parameters<typeof postOutside>[0], 'signal'>,
  signal: AbortSignal,
) {
  const answer = await postOutside({ ...post, signal });
  answer.on('error', () => undefined).destroy();
  return answer;
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
