/**
 * Webhooks of a hospital: addresses of its own systems that get the hospital's events, signed by
 * Standard Webhooks 1.0.0 [API-30].
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, idParams, instant, nullableInstant, uuid } from '../fields.ts';
import { publicEventTypes } from './public-events.ts';

/** How many webhooks a hospital may have. */
export const maxWebhooks = 10;
/** How many attempts one answer lists. */
export const attemptsAtOnce = 50;
/** How many events one call sends again. */
export const resentAtOnce = 5000;
/** How long the former secret also signs after a rotation, in hours. */
export const formerSecretHours = 24;

/** `disabled`: the server stopped sending after failures, until an administrator resumes it. */
export const webhookStates = ['active', 'paused', 'disabled'] as const;
export type WebhookState = (typeof webhookStates)[number];

/**
 * The result of an attempt. `status`: the receiver answered with an HTTP status other than 2xx.
 * `secret`: the webhook's secret cannot be decrypted, because the installation's SECRET was lost.
 */
export const attemptOutcomes = [
  'delivered',
  'status',
  'slow',
  'unreachable',
  'address',
  'secret',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** A webhook as administrators see it, without its secret. */
export const webhook = z.object({
  id: uuid,
  url: z.string(),
  /** The types of events that it gets; null for all. */
  types: z.array(z.enum(publicEventTypes)).max(publicEventTypes.length).nullable(),
  state: z.enum(webhookStates),
  /** Checks the v1a signatures (Ed25519): whpk_ and base64. */
  publicKey: z.string(),
  madeAt: instant,
  madeBy: z.object({ id: uuid, name: z.string() }),
  /** Exact to ten seconds; null before the first. */
  lastSuccessAt: nullableInstant,
  /** The first failure since the last success; null if the last attempt succeeded. */
  failingSince: nullableInstant,
  /** Until when the former secret also signs; null if only one secret signs. */
  formerSecretUntil: nullableInstant,
  /** How many events wait to be sent; 1000 stands for 1000 or more. */
  waiting: z.int(),
});
export type Webhook = z.infer<typeof webhook>;

/** An attempt to send an event or a test to a webhook, with its result. */
export const webhookAttempt = z.object({
  id: z.int(),
  at: instant,
  /** null for a test. */
  event: z.object({ id: z.string(), type: z.enum(publicEventTypes) }).nullable(),
  outcome: z.enum(attemptOutcomes),
  /** The HTTP status of the answer; null if there was none. */
  status: z.int().nullable(),
  latencyMs: z.int(),
});
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

const url = z
  .string({ error: fieldMessages.required })
  .trim()
  .max(500, { error: fieldMessages.tooLong })
  .regex(/^https?:\/\/[^\s]+$/u, { error: fieldMessages.choice });
const types = z
  .array(z.enum(publicEventTypes, { error: fieldMessages.choice }))
  .min(1, { error: fieldMessages.required })
  .max(publicEventTypes.length, { error: fieldMessages.tooMany })
  .nullable();

const shared = { rows: ['API-30'], access: ['hospital_admin'] } as const;
const withSecret = z.object({ webhook, secret: z.string() });

export const listWebhooks = endpoint({
  ...shared,
  method: 'GET',
  path: '/hospital/webhooks',
  summary: "List the webhooks of the caller's hospital, newest first",
  reply: z.object({ webhooks: z.array(webhook).max(maxWebhooks) }),
  problems: ['forbidden'],
});

export const makeWebhook = endpoint({
  ...shared,
  method: 'POST',
  path: '/hospital/webhooks',
  summary: "Send the events of the caller's hospital to an address from now on",
  status: 201,
  isSecret: true,
  needsProof: true,
  reachesOutside: true,
  body: z.object({ url, types: types.default(null) }),
  example: { url: 'https://his.example.org/baari', types: ['place.approved', 'place.completed'] },
  reply: withSecret,
  problems: ['forbidden', 'not_in_practice', 'too_many_webhooks', 'webhook_address_refused'],
});

export const changeWebhook = endpoint({
  ...shared,
  method: 'PUT',
  path: '/hospital/webhooks/:id',
  summary:
    'Change the address or the types of a webhook, pause it, or resume it. Events wait meanwhile',
  needsProof: true,
  reachesOutside: true,
  params: idParams,
  body: z.object({
    url: url.optional(),
    types: types.optional(),
    isPaused: z.boolean({ error: fieldMessages.choice }).optional(),
  }),
  example: { isPaused: true },
  reply: z.object({ webhook }),
  problems: ['forbidden', 'not_in_practice', 'not_found', 'webhook_address_refused'],
});

export const removeWebhook = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/hospital/webhooks/:id',
  summary: 'Remove a webhook with its waiting events and its attempts',
  params: idParams,
  reply: z.object({}),
  problems: ['forbidden', 'not_found'],
});

export const revealWebhookSecret = endpoint({
  ...shared,
  method: 'POST',
  path: '/hospital/webhooks/:id/secret',
  summary: 'Show the secret that signs the events of a webhook',
  isSecret: true,
  needsProof: true,
  params: idParams,
  reply: withSecret,
  problems: ['forbidden', 'not_found', 'webhook_secret_lost'],
});

export const rotateWebhookSecret = endpoint({
  ...shared,
  method: 'POST',
  path: '/hospital/webhooks/:id/rotate',
  summary: 'Make a new secret for a webhook; the former one also signs for 24 hours',
  isSecret: true,
  needsProof: true,
  params: idParams,
  reply: withSecret,
  problems: ['forbidden', 'not_found'],
});

export const testWebhook = endpoint({
  ...shared,
  method: 'POST',
  path: '/hospital/webhooks/:id/test',
  summary: 'Send a signed test to the address of a webhook now',
  reachesOutside: true,
  mayTakeMs: 40_000,
  params: idParams,
  reply: z.object({ attempt: webhookAttempt }),
  problems: ['forbidden', 'not_in_practice', 'not_found'],
});

export const listWebhookAttempts = endpoint({
  ...shared,
  method: 'GET',
  path: '/hospital/webhooks/:id/attempts',
  summary: 'List the attempts of a webhook of the last 30 days, newest first',
  params: idParams,
  query: z.object({
    /** The id of the last attempt of the page before. */
    before: z.coerce
      .number({ error: fieldMessages.choice })
      .int({ error: fieldMessages.choice })
      .min(1, { error: fieldMessages.choice })
      .optional(),
  }),
  reply: z.object({
    attempts: z.array(webhookAttempt).max(attemptsAtOnce),
    /** Whether there are older attempts. */
    hasMore: z.boolean(),
  }),
  problems: ['forbidden', 'not_found'],
});

export const resendEvent = endpoint({
  ...shared,
  method: 'POST',
  path: '/hospital/webhooks/:id/resend',
  summary: 'Send one event of the last 30 days again',
  reachesOutside: true,
  params: idParams,
  body: z.object({
    /** The id of the event, such as evt_a_123. */
    event: z
      .string({ error: fieldMessages.required })
      .regex(/^evt_[a-z0-9]{1,12}_\d{1,15}$/u, { error: fieldMessages.choice }),
  }),
  example: { event: 'evt_a_123' },
  reply: z.object({ queued: z.int() }),
  problems: ['forbidden', 'not_in_practice', 'not_found'],
});

export const resendSince = endpoint({
  ...shared,
  method: 'POST',
  path: '/hospital/webhooks/:id/resend-since',
  summary:
    'Send the events since a time again, oldest first, at most 5000. Call it again until none is queued',
  reachesOutside: true,
  params: idParams,
  body: z.object({ since: z.iso.datetime({ error: fieldMessages.choice }) }),
  example: { since: '2026-12-01T06:00:00Z' },
  reply: z.object({ queued: z.int() }),
  problems: ['forbidden', 'not_in_practice', 'not_found'],
});
