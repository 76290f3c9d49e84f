/** After a complete sign-in: records it, remembers the device and notifies the owner of a new one. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ok } from '../../platform/result.ts';
import type { IdentityParts } from '../identity.ts';
import { deviceCookie, isNewDevice, seenDevice } from '../security-events/known-device.ts';
import type { Answer } from '../provider/provider.calls.ts';
import { basePath } from '../provider/provider.address.ts';
import { findSessionMade } from '../security-events/security-event.store.ts';
import { originOf, recordSecurityEvent } from '../security-events/security-events.ts';
import { sessionTokenBegun } from '../sessions/signed-cookies.ts';

/** Does nothing if the answer begins no session, for example while a second step is pending. */
export async function noteSignIn(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<void> {
  const { database, clock, publicUrl } = parts;
  const token = answer.isAway ? undefined : sessionTokenBegun(answer.headers.getSetCookie());
  const session = token === undefined ? undefined : await findSessionMade(database, token);
  if (session === undefined) return;
  const origin = originOf(request);
  const device = seenDevice(request.headers.cookie ?? '', origin, request.ip);
  const { userId, madeBy } = session;
  await database.transaction(async (tx) => {
    const isNew = await isNewDevice(tx, userId, device, clock.now());
    const kind = isNew ? 'signed_in_on_new_device' : 'signed_in';
    await recordSecurityEvent(tx, parts, origin, { userId, kind, subject: madeBy });
    return ok(undefined);
  });
  parts.onQueued();
  reply.header('set-cookie', deviceCookie(device, basePath, publicUrl.startsWith('https:')));
}
