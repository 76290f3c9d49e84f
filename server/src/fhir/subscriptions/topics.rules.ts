/** The topics to which a hospital's systems subscribe [API-42]. */
import type { Scope } from '@baari/contract/keys/scopes.ts';

export const topics = {
  'queue-entry': {
    type: 'Encounter',
    scope: 'queue:read',
    about: 'Each change of a place in a line. The focus is its Encounter.',
  },
  appointment: {
    type: 'Appointment',
    scope: 'appointments:read',
    about:
      'Each change of a booking, and with queue:read of a request for a place. The focus is its Appointment.',
  },
} as const satisfies Readonly<
  Record<string, { readonly type: string; readonly scope: Scope; readonly about: string }>
>;

export type TopicName = keyof typeof topics;
export const topicNames = Object.keys(topics) as readonly TopicName[];

/** The scope of an API key that every subscription needs, besides that of its topic. */
export const subscriptionScope: Scope = 'events:read';

export function topicUrl(base: string, name: TopicName): string {
  return `${base}/SubscriptionTopic/${name}`;
}

const guide = 'http://hl7.org/fhir/uv/subscriptions-backport';

/** The addresses of Subscriptions R5 Backport 1.1.0 that the server uses. */
export const backport = {
  profile: `${guide}/StructureDefinition/backport-subscription`,
  bundle: `${guide}/StructureDefinition/backport-subscription-notification-r4`,
  state: `${guide}/StructureDefinition/backport-subscription-status-r4`,
  topics: `${guide}/StructureDefinition/capabilitystatement-subscriptiontopic-canonical`,
  filter: `${guide}/StructureDefinition/backport-filter-criteria`,
  content: `${guide}/StructureDefinition/backport-payload-content`,
  heartbeat: `${guide}/StructureDefinition/backport-heartbeat-period`,
  mostEvents: `${guide}/StructureDefinition/backport-max-count`,
  statusOperation: `${guide}/OperationDefinition/backport-subscription-status`,
  eventsOperation: `${guide}/OperationDefinition/backport-subscription-events`,
} as const;

export type Content = 'id-only' | 'empty';

/** How many subscriptions an API key may have. */
export const mostSubscriptions = 10;
export const heartbeatSeconds = { least: 60, most: 86_400 } as const;
export const eventsInNotification = { most: 100, usual: 20 } as const;
