/** What a device answers for a passkey, as far as it is looked up or kept. */
import { z } from 'zod';
import { type Result, ok, refuse } from '../../platform/result.ts';

/** How a device can be reached: a word each, of which the standard has seven. */
const transports = z.array(z.string().regex(/^[\w-]{1,32}$/u)).max(10);

const deviceAnswer = z.looseObject({
  // In base64url: PostgreSQL is asked for it, and would not take a NUL.
  id: z.string().regex(/^[\w-]+$/u),
  response: z.looseObject({ transports: transports.optional() }),
});

/** The passkey's id; refuses an answer with an id, or with ways to reach a device, that no device writes. */
export function asOfDevice(response: object): Result<string> {
  const parsed = deviceAnswer.safeParse(response);
  if (parsed.success) return ok(parsed.data.id);
  const problems = parsed.error.issues.map(({ path, message }) => ({
    param: ['response', ...path].join('.'),
    msg: message,
  }));
  return refuse('invalid_request', problems);
}
