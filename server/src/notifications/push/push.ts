/** Sends web push (RFC 8030), encrypted for one browser (RFC 8291), signed (RFC 8292). */
import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { PushMessage } from '../notice-job.ts';
import { deleteDevice, findDevice } from '../notifications.store.ts';
import type { PushKey } from './push-key.ts';
import { mayCall } from './push-services.ts';
import { loadWebPush } from './web-push.ts';

export interface PushOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly key: PushKey;
  /** The contact address that a push service may use to reach the operator. */
  readonly contactEmail: string;
  readonly services: readonly string[];
}

/**
 * The time limit of a request to a push service in ms. It is shorter than the time limit of the job
 * that sends the message.
 */
const timeLimitMs = 10_000;
/** The page that opens when the patient taps the message. */
const opens = '/patient/queue';
/** Response statuses by which a push service reports that a subscription no longer exists. */
const gone = new Set([404, 410]);

/**
 * Sends one message to one browser; removes the subscription if the push service no longer knows
 * it.
 */
export function makePushSender(options: PushOptions) {
  const { db, clock, key, contactEmail, services } = options;
  return async (message: PushMessage, until: Date): Promise<boolean> => {
    const device = await findDevice(db, message.deviceId);
    // The browser was unsubscribed or signed out after the message was queued.
    if (device === undefined) return false;
    // The configuration may have changed since this browser was subscribed.
    if (!mayCall(device.endpoint, services)) return false;
    const { title, body, tag, isUrgent } = message;
    const { generateRequestDetails } = await loadWebPush();
    const request = generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      JSON.stringify({ title, body, tag, opens }),
      {
        vapidDetails: { subject: `mailto:${contactEmail}`, ...key },
        TTL: Math.max(0, Math.round((until.getTime() - clock.now().getTime()) / 1000)),
        urgency: isUrgent ? 'high' : 'normal',
        topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
        contentEncoding: 'aes128gcm',
      },
    );
    const answer = await fetch(device.endpoint, {
      method: 'POST',
      headers: headersOf(request.headers),
      body: request.body === null ? null : new Uint8Array(request.body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    await answer.body?.cancel();
    if (gone.has(answer.status)) {
      await deleteDevice(db, device.id);
      return false;
    }
    // The error leaves out the response body, which may quote the subscription's address, because
    // errors of jobs are stored.
    if (!answer.ok) throw new Error(`The push service answered ${answer.status}.`);
    return true;
  };
}

/** Headers as strings. Content-Length is left out, since the HTTP client sets it. */
function headersOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
  );
}
