/** What patients say of a completed visit [ENT-3, ENT-4, PAT-3]. */
import { z } from 'zod';
import { listShown, namesShown } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, idParams, instant, text, uuid } from '../fields.ts';

export const ratingStars = [1, 2, 3, 4, 5] as const;
export const ratingWordsMaxLength = 500;
/** How long after the first rating of a visit it can be changed. */
export const ratingChangeDays = 7;

/** What a patient sends: stars, and words that only the hospital's administrators read. */
export const ratingGiven = z.object({
  stars: z
    .int({ error: fieldMessages.number })
    .min(1, { error: fieldMessages.number })
    .max(ratingStars.length, { error: fieldMessages.number }),
  words: text(ratingWordsMaxLength).optional(),
});
export type RatingGiven = z.infer<typeof ratingGiven>;

/** The own rating of one visit: `entryId` is the stop that it was last given for. */
export const ownRating = z.object({
  entryId: uuid,
  stars: z.int(),
  /** Empty when there are none. */
  words: z.string(),
  ratedAt: instant,
  changeableUntil: instant,
});
export type OwnRating = z.infer<typeof ownRating>;

/** A rating as the hospital reads it: of a doctor, on a day, by nobody in particular. */
export const receivedRating = z.object({
  id: uuid,
  doctor: z.object({ id: uuid, name: z.string() }),
  stars: z.int(),
  words: z.string(),
  /** YYYY-MM-DD in the hospital's own time zone. */
  ratedOn: z.iso.date(),
});
export type ReceivedRating = z.infer<typeof receivedRating>;

export const rateVisit = endpoint({
  method: 'PUT',
  path: '/queues/:id/rating',
  summary:
    "Rate the caller's own completed visit, once for all of its stops, or change the rating within seven days",
  rows: ['ENT-3', 'ENT-4', 'PAT-3'],
  access: ['patient'],
  params: idParams,
  body: ratingGiven,
  reply: z.object({ rating: ownRating }),
  problems: ['forbidden', 'not_found', 'visit_not_completed', 'rating_final'],
});

export const listOwnRatings = endpoint({
  method: 'GET',
  path: '/queues/ratings',
  summary: 'List the own ratings, of the newest visits first, at most 100',
  rows: ['ENT-4', 'PAT-11'],
  access: ['patient'],
  reply: z.object({ ratings: z.array(ownRating).max(listShown) }),
  problems: ['forbidden'],
});

/** All ratings that a filter lets through, together. */
export const ratingSummary = z.object({
  count: z.int(),
  /** One decimal; null without ratings. */
  average: z.number().nullable(),
  /** How many of five stars, of four, down to one. */
  byStars: z.array(z.object({ stars: z.int(), count: z.int() })).max(ratingStars.length),
  /** The last twelve months that have ratings, oldest first; YYYY-MM on the hospital's calendar. */
  months: z.array(z.object({ month: z.string(), average: z.number(), count: z.int() })).max(12),
});
export type RatingSummary = z.infer<typeof ratingSummary>;

export const listReceivedRatings = endpoint({
  method: 'GET',
  path: '/hospital/ratings',
  summary: "List the latest 100 ratings of the hospital's doctors, with their words and no names",
  rows: ['ENT-3', 'ENT-4'],
  access: ['hospital_admin'],
  query: z.object({
    doctorId: uuid.optional(),
    stars: z.coerce
      .number({ error: fieldMessages.number })
      .int({ error: fieldMessages.number })
      .min(1, { error: fieldMessages.number })
      .max(ratingStars.length, { error: fieldMessages.number })
      .optional(),
  }),
  reply: z.object({
    ratings: z.array(receivedRating).max(listShown),
    /** Of the doctor where one is named, whatever the stars. */
    summary: ratingSummary,
    doctors: z.array(z.object({ id: uuid, name: z.string() })).max(namesShown),
  }),
  problems: ['forbidden'],
});
