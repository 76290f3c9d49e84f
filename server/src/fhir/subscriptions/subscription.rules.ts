/** Subscriptions and their notifications as FHIR resources [API-42]. */
import type { Bundle, Parameters, ParametersParameter, Subscription } from '../r4.rules.ts';
import { present } from '../resources/resource.rules.ts';
import { backport, type Content, type TopicName, topics, topicUrl } from './topics.rules.ts';

interface Kept {
  readonly id: string;
  readonly topic: TopicName;
  readonly line_ids: readonly string[] | null;
  readonly reason: string;
  readonly url: string;
  readonly content: Content;
  readonly heartbeat_seconds: number | null;
  readonly most_events: number;
  readonly ends_at: Date | null;
  readonly status: 'requested' | 'active' | 'error' | 'off';
  readonly problem: string | null;
}

export function statusAt({ status, ends_at: end }: Kept, now: Date): Subscription['status'] {
  return end !== null && end <= now ? 'off' : status;
}

/** The headers are secrets, so no answer shows them. */
export function subscriptionOf(base: string, kept: Kept, now: Date): Subscription {
  const { topic, line_ids: lineIds, heartbeat_seconds: heartbeat } = kept;
  const filter = {
    url: backport.filter,
    valueString: `${topics[topic].type}?line=${(lineIds ?? []).join(',')}`,
  };
  return present<Subscription>({
    resourceType: 'Subscription',
    id: kept.id,
    meta: { profile: [backport.profile] },
    status: statusAt(kept, now),
    end: kept.ends_at?.toISOString(),
    reason: kept.reason,
    criteria: topicUrl(base, topic),
    _criteria: lineIds === null ? undefined : { extension: [filter] },
    error: kept.problem ?? undefined,
    channel: {
      extension: [
        ...(heartbeat === null ? [] : [{ url: backport.heartbeat, valueUnsignedInt: heartbeat }]),
        { url: backport.mostEvents, valuePositiveInt: kept.most_events },
      ],
      type: 'rest-hook',
      endpoint: kept.url,
      payload: 'application/fhir+json',
      _payload: { extension: [{ url: backport.content, valueCode: kept.content }] },
    },
  });
}

export interface NumberedEvent {
  readonly number: number;
  readonly type: string;
  readonly subject_id: string;
  readonly recorded_at: Date;
}

export interface Notification {
  /** A new UUID, which names the status within the bundle. */
  readonly uuid: string;
  readonly type: 'handshake' | 'heartbeat' | 'event-notification' | 'query-status' | 'query-event';
  readonly status: Subscription['status'];
  /** How many events there were since the start. */
  readonly count: number;
  readonly events: readonly NumberedEvent[];
  readonly at: Date;
}

/** The SubscriptionStatus, as R4 expresses it. */
export function statusParameters(
  base: string,
  { id, topic, content }: Kept,
  { uuid, type, status, count, events }: Notification,
): Parameters {
  const focusOf = ({ subject_id: subject }: NumberedEvent): ParametersParameter[] => {
    if (content === 'empty') return [];
    const reference = `${base}/${topics[topic].type}/${subject}`;
    return [{ name: 'focus', valueReference: { reference } }];
  };
  return {
    resourceType: 'Parameters',
    id: uuid,
    meta: { profile: [backport.state] },
    parameter: [
      { name: 'subscription', valueReference: { reference: `${base}/Subscription/${id}` } },
      { name: 'topic', valueCanonical: topicUrl(base, topic) },
      { name: 'status', valueCode: status },
      { name: 'type', valueCode: type },
      { name: 'events-since-subscription-start', valueString: String(count) },
      ...events.map((event) => ({
        name: 'notification-event',
        part: [
          { name: 'event-number', valueString: String(event.number) },
          { name: 'timestamp', valueInstant: event.recorded_at.toISOString() },
          ...focusOf(event),
        ],
      })),
    ],
  };
}

/** A notification: a bundle whose only entry is the SubscriptionStatus. */
export function notificationBundle(
  base: string,
  kept: Kept,
  notification: Notification,
): Bundle<Parameters> {
  const resource = statusParameters(base, kept, notification);
  return {
    resourceType: 'Bundle',
    meta: { profile: [backport.bundle] },
    type: 'history',
    timestamp: notification.at.toISOString(),
    entry: [
      {
        fullUrl: `urn:uuid:${notification.uuid}`,
        resource,
        request: { method: 'GET', url: `${base}/Subscription/${kept.id}/$status` },
        response: { status: '200' },
      },
    ],
  };
}
