/**
 * The address at which an SMS provider passes on the messages that people send [MSG-8]. The operator
 * enters it at the provider. It has a secret part; Twilio signs its calls besides.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Secrets } from '../../secrets/secret.ts';
import type { InboundMessage } from './inbound.ts';
import { formLimits, formOf, isSignedCall, mountForms } from './provider-calls.ts';
import { type ProviderName, providerNames } from './routes.rules.ts';
import { inboundPath, isOwnInbound, type SmsSending } from './sending.ts';
import type { Twilio } from './twilio.ts';

export interface InboundCallsOptions {
  readonly app: FastifyInstance;
  readonly sending: SmsSending;
  readonly secrets: Secrets;
  readonly twilio: Twilio | undefined;
  readonly publicUrl: string;
  /** Whether the number of calls is limited; false only for load tests on loopback. */
  readonly rateLimit: boolean;
  readonly onMessage: (from: {
    readonly provider: ProviderName;
    readonly message: InboundMessage;
    /** The network address of the call. */
    readonly address: string;
  }) => Promise<void>;
}

const parts = z.object({ provider: z.enum(providerNames), mark: z.string() });

/** Mounts the address of each configured provider. */
export async function mountInboundCalls(options: InboundCallsOptions): Promise<void> {
  const { app, sending, secrets, twilio, publicUrl, rateLimit, onMessage } = options;
  await mountForms(app, (scope) => {
    scope.post(`${inboundPath}/:provider/:mark`, formLimits(rateLimit), async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const path = parts.safeParse(request.params);
      if (!path.success) return reply.code(404).send();
      const { provider: name, mark } = path.data;
      const provider = sending.providers.get(name);
      if (provider === undefined || !isOwnInbound(secrets, name, mark)) {
        return reply.code(404).send();
      }
      const form = formOf(request);
      if (name === 'twilio' && !isSignedCall(twilio, request, publicUrl, form)) {
        request.log.warn(
          { provider: name },
          'A text message to Baari had no valid signature, so it was refused. Check PUBLIC_URL and TWILIO_AUTH_TOKEN.',
        );
        return reply.code(403).send();
      }
      const message = provider.readInbound(form);
      if (message !== undefined) await onMessage({ provider: name, message, address: request.ip });
      // Twilio reads the answer as instructions; this one says to reply nothing.
      if (name === 'twilio') return reply.type('text/xml').send('<Response/>');
      return reply.code(204).send();
    });
  });
}
