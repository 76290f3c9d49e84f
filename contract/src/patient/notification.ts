/** How and on which devices a patient is notified about the queue [PROF-1]. */
import { z } from 'zod';
import { maxTravelMinutes } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, uuid } from '../fields.ts';
import { languages } from '../languages.gen.ts';
import { seen } from '../seen.ts';

const choice = z.boolean({ error: fieldMessages.choice });

/**
 * Whether a channel, such as email, can be used for this account. Only verified addresses receive
 * messages.
 */
export const channelReaches = ['ready', 'unverified', 'missing', 'not_offered'] as const;
export type ChannelReach = (typeof channelReaches)[number];

export const notificationSettings = z.object({
  email: z.boolean(),
  sms: z.boolean(),
  push: z.boolean(),
  /** Whether the person has agreed to messages on WhatsApp to the present verified phone number. */
  whatsapp: z.boolean(),
  /** Travel time to the hospital, minutes. */
  travelMinutes: z.int(),
  emailReach: z.enum(channelReaches),
  smsReach: z.enum(channelReaches),
  whatsappReach: z.enum(channelReaches),
  /** Browsers of this account subscribed to web push. */
  devices: z.int(),
  /** The installation's public key for push subscriptions, base64url. */
  pushKey: z.string(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

const settingsReply = z.object({ settings: notificationSettings });

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/notifications/settings',
  summary: 'Get how the caller is notified about the queue',
  rows: ['PROF-1', 'API-26'],
  access: ['patient'],
  reply: settingsReply,
  problems: ['forbidden'],
});

export const saveNotificationSettings = endpoint({
  method: 'PUT',
  path: '/notifications/settings',
  summary: 'Choose the channels for notifications; takes effect with the next message',
  rows: ['PROF-1', 'API-26'],
  access: ['patient'],
  body: z.object({
    email: choice,
    sms: choice,
    push: choice,
    /** Agrees to messages on WhatsApp, or ends them. Pages of the release before do not send it. */
    whatsapp: choice.optional(),
    travelMinutes: z
      .int({ error: fieldMessages.number })
      .min(0, { error: fieldMessages.number })
      .max(maxTravelMinutes, { error: fieldMessages.number }),
    /**
     * The language of the page from which the settings are saved. Messages use it while the account
     * has no language.
     */
    language: z.enum(languages, { error: fieldMessages.choice }),
    seen: seen(
      notificationSettings.pick({ email: true, sms: true, push: true, travelMinutes: true }),
    ),
  }),
  reply: settingsReply,
  problems: ['forbidden', 'changed_meanwhile'],
});

/**
 * The address of a browser's push subscription. The address is a secret and never part of a URL of
 * Baari.
 */
const subscriptionAddress = z.url({ error: fieldMessages.required }).max(1000);

/**
 * The keys of a push subscription in base64url: an uncompressed P-256 public key, and 16 random
 * bytes.
 */
const pushKeys = z.object(
  {
    p256dh: z.string({ error: fieldMessages.required }).regex(/^[\w-]{87}=?$/u, {
      error: fieldMessages.required,
    }),
    auth: z.string({ error: fieldMessages.required }).regex(/^[\w-]{22}={0,2}$/u, {
      error: fieldMessages.required,
    }),
  },
  { error: fieldMessages.required },
);

export const addPushDevice = endpoint({
  method: 'PUT',
  path: '/notifications/devices',
  summary: 'Subscribe this browser to web push for as long as its session lasts',
  rows: ['PROF-1', 'API-26'],
  access: ['patient'],
  body: z.object({ endpoint: subscriptionAddress, keys: pushKeys }),
  reply: z.object({ device: z.object({ id: uuid }) }),
  problems: ['forbidden', 'push_service_refused'],
});

export const removePushDevice = endpoint({
  method: 'POST',
  path: '/notifications/devices/remove',
  summary: 'Unsubscribe this browser from web push',
  rows: ['PROF-1', 'API-26'],
  access: ['patient'],
  body: z.object({ endpoint: subscriptionAddress }),
  reply: z.object({ removed: z.boolean() }),
  problems: ['forbidden'],
});
