/** The fields of a device's passkey answer that we look up or store. */
import { z } from 'zod';
import { type Result, ok, refuse } from '../../platform/result.ts';

/** The transports of a device; the standard has seven words. */
const transports = z.array(z.string().regex(/^[\w-]{1,32}$/u)).max(10);

const deviceAnswer = z.looseObject({
  // Base64url, because PostgreSQL refuses a NUL.
  id: z.string().regex(/^[\w-]+$/u),
  response: z.looseObject({ transports: transports.optional() }),
});

/** The passkey's id; refuses ids and transports that no device produces. */
export function asOfDevice(response: object): Result<string> {
  const parsed = deviceAnswer.safeParse(response);
  if (parsed.success) return ok(parsed.data.id);
  const problems = parsed.error.issues.map(({ path, message }) => ({
    param: ['response', ...path].join('.'),
    msg: message,
  }));
  return refuse('invalid_request', problems);
}
