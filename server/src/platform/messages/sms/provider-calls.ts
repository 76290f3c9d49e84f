/** What calls of SMS providers to this server have in common: forms, limits and signatures. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSignedByTwilio, type Twilio } from './twilio.ts';

/** The largest form in bytes. */
const bodyLimit = 16_384;
/** Calls of one address in a minute: a provider reports all messages from few addresses. */
const callsAMinute = 6000;

/** Mounts addresses that providers call with a form. */
export async function mountForms(
  app: FastifyInstance,
  mount: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, text),
    );
    mount(scope);
  });
}

/** The limits of one address; `rateLimit` is false only for load tests on loopback. */
export function formLimits(rateLimit: boolean) {
  const limit = { max: callsAMinute, timeWindow: 60_000 };
  return { bodyLimit, config: rateLimit ? { rateLimit: limit } : {} };
}

/** The form that a provider sent. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(typeof body === 'string' ? body : '');
}

/** Whether Twilio signed this call to this address with this form. */
export function isSignedCall(
  twilio: Twilio | undefined,
  { headers, url }: FastifyRequest,
  publicUrl: string,
  form: URLSearchParams,
): boolean {
  const signature = headers['x-twilio-signature'];
  return (
    twilio !== undefined &&
    typeof signature === 'string' &&
    isSignedByTwilio(twilio.authToken, signature, `${publicUrl}${url}`, form)
  );
}
