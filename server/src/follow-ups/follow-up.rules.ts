/** Rules on follow-ups: the date, who may set one and when its reminder is sent [CONS-2, APPT-1]. */
import type { QueueStatus } from '@baari/contract/constants.ts';
import { hasRight } from '@baari/contract/queue/entry-state.ts';
import type { FollowUpGiven } from '@baari/contract/visit/follow-up.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import { addDays, dayAt, instantFrom, nextAt, timeAt } from '../schedule/calendar.rules.ts';

/**
 * The date that lies so many days, weeks or months after a date. Months end on their last day if
 * they are too short: one month after 31 January is 28 February.
 */
export function dueAfter(today: string, { count, unit }: Omit<FollowUpGiven, 'reason'>): string {
  return Temporal.PlainDate.from(today)
    .add({ [unit]: count })
    .toString();
}

export interface FollowedVisit {
  readonly line_id: string;
  readonly status: QueueStatus;
  /** Whether the visit ended on the hospital's current day. */
  readonly ended_today: boolean;
}

/** Whether a follow-up can be set: during the visit, and later on the day on which it was completed. */
export function isInTime({ status, ended_today: endedToday }: FollowedVisit): boolean {
  return status === 'in_progress' || (status === 'completed' && endedToday);
}

/** Whether the actor may set the follow-up now. */
export function maySetNow(actor: Actor, visit: FollowedVisit): boolean {
  return isStaff(actor) && hasRight('consult', actor, visit.line_id) && isInTime(visit);
}

/** A follow-up due within so many days is reminded of one day before, a later one a week before. */
const soonDays = 14;
const remindedBefore = { soon: 1, later: 7 } as const;
/** The local times between which a reminder is sent. */
const waking = { from: '09:00', until: '20:00' } as const;

export interface Reminded {
  /** The due date, YYYY-MM-DD. */
  readonly due_on: string;
  readonly changed_at: Date;
  readonly time_zone: string;
}

/**
 * When the reminder is sent: at 9:00 on the hospital's clock. Undefined if that would be on the day
 * on which the follow-up was set.
 */
export function remindAt({ due_on: dueOn, changed_at: at, time_zone: zone }: Reminded) {
  const setOn = dayAt(at, zone);
  const isSoon = dueOn <= addDays(setOn, soonDays);
  const day = addDays(dueOn, -(isSoon ? remindedBefore.soon : remindedBefore.later));
  return day <= setOn ? undefined : instantFrom(day, waking.from, zone);
}

/**
 * What to do with a reminder whose job runs now. Outside waking hours it waits for the next
 * morning, and after the due date it is dropped. `until` is the end of the due date.
 */
export function whenToSend(
  reminded: Reminded,
  now: Date,
):
  | { readonly is: 'later'; readonly at: Date }
  | { readonly is: 'now'; readonly until: Date }
  | undefined {
  const { due_on: dueOn, time_zone: zone } = reminded;
  const at = remindAt(reminded);
  const until = instantFrom(addDays(dueOn, 1), '00:00', zone);
  if (at === undefined || until <= now) return undefined;
  // The hospital may have changed its time zone after the reminder was queued.
  if (at > now) return { is: 'later', at };
  const time = timeAt(now, zone);
  if (time >= waking.from && time < waking.until) return { is: 'now', until };
  return { is: 'later', at: nextAt(waking.from, zone, now) };
}
