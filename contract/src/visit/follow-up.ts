/** The follow-up of a visit: when a doctor wants to see the patient again [CONS-2, PAT-11]. */
import { z } from 'zod';
import { listShown, staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { day, fieldMessages, idParams, instant, text, uuid } from '../fields.ts';
import { rightRoles } from '../queue/entry-state.ts';
import { seenQuery } from '../queue/queue.ts';

export const followUpReasonMax = 200;

/** The most days, weeks or months until a follow-up. */
export const mostUntil = { days: 365, weeks: 104, months: 24 } as const;
export type FollowUpUnit = keyof typeof mostUntil;
export const followUpUnits = ['days', 'weeks', 'months'] as const satisfies FollowUpUnit[];

/** How far ahead a doctor wants to see the patient again, counted from the current local date. */
export const followUpGiven = z
  .object({
    count: z.int({ error: fieldMessages.number }).min(1, { error: fieldMessages.number }),
    unit: z.enum(followUpUnits, { error: fieldMessages.choice }),
    /** Why the patient should come; the patient reads it. */
    reason: text(followUpReasonMax).default(''),
  })
  .refine(({ count, unit }) => count <= mostUntil[unit], {
    error: fieldMessages.number,
    path: ['count'],
  });
export type FollowUpGiven = z.output<typeof followUpGiven>;

/** A follow-up as staff read it. */
const followUp = z.object({
  /** The local date of the hospital around which the patient should come. */
  dueOn: day,
  /** Empty if the doctor gave none. */
  reason: z.string(),
  /** The name of the person who set it; null if the account was deleted. */
  by: z.string().nullable(),
  at: instant,
});
export type FollowUp = z.infer<typeof followUp>;

const visitFollowUp = z.object({
  /** Null if none is set. */
  followUp: followUp.nullable(),
  /** The version to send as `seen` with a change; 0 if none was ever set. */
  version: z.int().min(0),
  /** Whether the caller may set, change or take back the follow-up now. */
  maySet: z.boolean(),
});
export type VisitFollowUp = z.infer<typeof visitFollowUp>;

export const getFollowUp = endpoint({
  method: 'GET',
  path: '/queues/:id/follow-up',
  summary: 'Get when the patient of a visit should come again',
  rows: ['CONS-2'],
  access: staffRoles,
  params: idParams,
  reply: visitFollowUp,
  problems: ['not_found'],
});

export const setFollowUp = endpoint({
  method: 'PUT',
  path: '/queues/:id/follow-up',
  summary: 'Set when the patient should come again, during the visit or later on the same day',
  rows: ['CONS-2'],
  access: rightRoles.consult,
  params: idParams,
  query: seenQuery,
  body: followUpGiven,
  reply: visitFollowUp,
  problems: ['not_found', 'forbidden', 'illegal_transition', 'changed_meanwhile'],
});

export const takeBackFollowUp = endpoint({
  method: 'DELETE',
  path: '/queues/:id/follow-up',
  summary: 'Take a follow-up back, during the visit or later on the same day',
  rows: ['CONS-2'],
  access: rightRoles.consult,
  params: idParams,
  query: seenQuery,
  reply: visitFollowUp,
  problems: ['not_found', 'forbidden', 'illegal_transition', 'changed_meanwhile'],
});

/** A follow-up as its patient reads it. */
const ownFollowUp = z.object({
  /** The queue entry of the step at which it was set. */
  entryId: uuid,
  dueOn: day,
  reason: z.string(),
});
export type OwnFollowUp = z.infer<typeof ownFollowUp>;

export const listOwnFollowUps = endpoint({
  method: 'GET',
  path: '/queues/follow-ups',
  summary: "List the follow-ups of the caller's visits, newest visits first, at most 100",
  rows: ['PAT-11'],
  access: ['patient'],
  reply: z.object({ followUps: z.array(ownFollowUp).max(listShown) }),
  problems: ['forbidden'],
});

export const getFollowUpCalendar = endpoint({
  method: 'GET',
  path: '/queues/:id/follow-up/calendar',
  summary: "Download the follow-up of the caller's visit as a calendar file",
  rows: ['PAT-11'],
  access: ['patient'],
  params: idParams,
  download: ['text/calendar; charset=utf-8'],
  reply: z.unknown(),
  problems: ['forbidden', 'not_found'],
});

/** The live event: somebody set, changed or took back a follow-up. It holds no date. */
export const publishedFollowUp = z.object({
  hospitalId: uuid,
  /** The queue entry whose follow-up changed. */
  entryId: uuid,
});
export type PublishedFollowUp = z.infer<typeof publishedFollowUp>;

/** A logged event of a follow-up; the rest of its body is a doctor, for the previous release. */
export const followUpInLog = z.object({ followUp: publishedFollowUp });
