/** Which calendar feeds an account may have [API-32]. */
import type { FeedContent } from '@baari/contract/visit/calendar-feed.ts';
import type { PersonActor } from '../platform/actor.ts';

/** Patients have one of their own bookings, doctors of their own, and all staff of the hospital's. */
export function feedsFor({ role, doctorId }: PersonActor): readonly FeedContent[] {
  if (role === 'patient') return ['own'];
  return doctorId === null ? ['hospital'] : ['doctor', 'hospital'];
}
