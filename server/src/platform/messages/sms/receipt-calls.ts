/**
 * The addresses at which SMS providers report what became of a message [MSG-5]. Each message has an
 * address of its own with a secret part; Twilio signs its reports besides.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Secrets } from '../../secrets/secret.ts';
import type { Deliveries } from '../deliveries.ts';
import { formLimits, formOf, isSignedCall, mountForms } from './provider-calls.ts';
import { providerNames } from './routes.rules.ts';
import { isOwnReceipt, receiptsPath, type SmsSending } from './sending.ts';
import type { Twilio } from './twilio.ts';

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

/** Mounts the addresses, if a provider is configured. */
export async function mountReceiptCalls(options: ReceiptCallsOptions): Promise<void> {
  const { app, sending, deliveries, secrets, twilio, publicUrl, rateLimit } = options;
  await mountForms(app, (scope) => {
    scope.post(
      `${receiptsPath}/:provider/:delivery/:mark`,
      formLimits(rateLimit),
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const path = parts.safeParse(request.params);
        if (!path.success) return reply.code(404).send();
        const { provider: name, delivery, mark } = path.data;
        const provider = sending.providers.get(name);
        if (provider === undefined || !isOwnReceipt(secrets, delivery, mark)) {
          return reply.code(404).send();
        }
        const form = formOf(request);
        if (name === 'twilio' && !isSignedCall(twilio, request, publicUrl, form)) {
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
}
