/**
 * The addresses at which SMS providers report what became of a message [MSG-5]. Each message has an
 * address of its own with a secret part; Twilio signs its reports besides.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Secrets } from '../../secrets/secret.ts';
import type { Deliveries } from '../deliveries.ts';
import { providerNames } from './routes.rules.ts';
import { isOwnReceipt, receiptsPath, type SmsSending } from './sending.ts';
import { isSignedByTwilio, type Twilio } from './twilio.ts';

export interface ReceiptCallsOptions {
  readonly app: FastifyInstance;
  readonly sending: SmsSending;
  readonly deliveries: Deliveries;
  readonly secrets: Secrets;
  readonly twilio: Twilio | undefined;
  readonly publicUrl: string;
  /** Whether the number of calls is limited; false only for load tests on loopback. */
  readonly rateLimit: boolean;
}

const parts = z.object({ provider: z.enum(providerNames), delivery: z.uuid(), mark: z.string() });
/** The largest report in bytes. */
const bodyLimit = 16_384;
/** Reports of one address in a minute: a provider reports all messages from few addresses. */
const receiptsAMinute = 6000;

/** Mounts the addresses, if a provider is configured. */
export async function mountReceiptCalls(options: ReceiptCallsOptions): Promise<void> {
  const { app, sending, deliveries, secrets, twilio, publicUrl, rateLimit } = options;
  const limit = { max: receiptsAMinute, timeWindow: 60_000 };
  await app.register(async (scope) => {
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, text),
    );
    scope.post(
      `${receiptsPath}/:provider/:delivery/:mark`,
      { bodyLimit, config: rateLimit ? { rateLimit: limit } : {} },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const path = parts.safeParse(request.params);
        if (!path.success) return reply.code(404).send();
        const { provider: name, delivery, mark } = path.data;
        const provider = sending.providers.get(name);
        if (provider === undefined || !isOwnReceipt(secrets, delivery, mark)) {
          return reply.code(404).send();
        }
        const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
        const signature = request.headers['x-twilio-signature'];
        if (name === 'twilio' && !isSigned(signature, `${publicUrl}${request.url}`, form)) {
          request.log.warn(
            { provider: name },
            'A report about an SMS had no valid signature, so it was refused. Check PUBLIC_URL and TWILIO_AUTH_TOKEN.',
          );
          return reply.code(403).send();
        }
        const receipt = provider.readReceipt(form);
        if (receipt !== undefined) await deliveries.report(delivery, receipt);
        return reply.code(204).send();
      },
    );
  });

  function isSigned(signature: unknown, address: string, form: URLSearchParams): boolean {
    return (
      twilio !== undefined &&
      typeof signature === 'string' &&
      isSignedByTwilio(twilio.authToken, signature, address, form)
    );
  }
}
