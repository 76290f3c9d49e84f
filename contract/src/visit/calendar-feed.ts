/**
 * Calendar feeds: a secret address with which a calendar application reads the appointments of a
 * patient, a doctor or a whole hospital, and reads them again by itself [API-32].
 */
import { z } from 'zod';
import { staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, nullableInstant } from '../fields.ts';

/**
 * Whose appointments a feed shows: those of the account's patients, of the signed-in doctor, or of
 * the whole hospital.
 */
export const feedContents = ['own', 'doctor', 'hospital'] as const;
export type FeedContent = (typeof feedContents)[number];

/** The path of all feeds. In the full address, the installation's code and the secret follow. */
export const feedsPath = '/feeds/';

/** A feed that the account may have, without its address, which is shown once. */
const calendarFeed = z.object({
  content: z.enum(feedContents),
  /** When the present address was made; null if there is none. */
  madeAt: nullableInstant,
  /** When a calendar last read the feed, exact to an hour; null if none has. */
  lastReadAt: nullableInstant,
});
export type CalendarFeed = z.infer<typeof calendarFeed>;

const feedsReply = z.object({
  feeds: z.array(calendarFeed).max(feedContents.length),
  /** Whether the calendars of the hospital's staff name patients; null for a patient. */
  namesPatients: z.boolean().nullable(),
});
export type CalendarFeeds = z.infer<typeof feedsReply>;

const whichFeed = z.object({ content: z.enum(feedContents, { error: fieldMessages.choice }) });

export const listCalendarFeeds = endpoint({
  method: 'GET',
  path: '/calendar-feeds',
  summary: "List the account's calendar feeds, also those without an address",
  rows: ['API-32'],
  access: ['patient', ...staffRoles],
  reply: feedsReply,
  problems: [],
});

export const makeCalendarFeed = endpoint({
  method: 'POST',
  path: '/calendar-feeds',
  summary: 'Make the address of a calendar feed; an earlier address of it ends at once',
  rows: ['API-32'],
  access: ['patient', ...staffRoles],
  status: 201,
  isSecret: true,
  needsProof: true,
  reachesOutside: true,
  body: whichFeed,
  example: { content: 'own' },
  reply: feedsReply.extend({
    /** The address, which holds the feed's secret. */
    url: z.url(),
  }),
  problems: ['not_found', 'not_in_practice'],
});

export const endCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/calendar-feeds',
  summary: 'End the address of a calendar feed at once; without an address nothing changes',
  rows: ['API-32'],
  access: ['patient', ...staffRoles],
  query: whichFeed,
  reply: feedsReply,
  problems: ['not_found'],
});

export const setCalendarNames = endpoint({
  method: 'PUT',
  path: '/hospital/calendar-names',
  summary: "Set whether the calendars of the hospital's staff name patients",
  rows: ['API-32'],
  access: ['hospital_admin'],
  body: z.object({ namesPatients: z.boolean({ error: fieldMessages.choice }) }),
  example: { namesPatients: true },
  reply: feedsReply,
  problems: ['forbidden'],
});
