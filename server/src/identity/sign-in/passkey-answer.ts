/** The fields of a passkey response from a device that the server looks up or stores. */
import { z } from 'zod';
import { type Result, ok, refuse } from '../../platform/result.ts';

/** How a device transmits a passkey, such as USB or NFC. The standard defines seven words. */
const transports = z.array(z.string().regex(/^[\w-]{1,32}$/u)).max(10);

const deviceAnswer = z.looseObject({
  // The id must be Base64url, because PostgreSQL refuses a NUL character.
  id: z.string().regex(/^[\w-]+$/u),
  response: z.looseObject({ transports: transports.optional() }),
});

/**
 * Returns the passkey's id from a device's response. Refuses ids and transports that no device
 * produces.
 */
export function asOfDevice(response: object): Result<string> {
  const parsed = deviceAnswer.safeParse(response);
  if (parsed.success) return ok(parsed.data.id);
  const problems = parsed.error.issues.map(({ path, message }) => ({
    param: ['response', ...path].join('.'),
    msg: message,
  }));
  return refuse('invalid_request', problems);
}
