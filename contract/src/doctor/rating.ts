/** Ratings that patients give a completed visit [ENT-3, ENT-4, PAT-3]. */
import { z } from 'zod';
import { listShown, namesShown } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, idParams, instant, text, uuid } from '../fields.ts';

export const ratingStars = [1, 2, 3, 4, 5] as const;
export const ratingWordsMaxLength = 500;
/** Days after the first rating of a visit within which it can be changed. */
export const ratingChangeDays = 7;

/** A patient's rating: stars, and a comment that only the hospital's administrators read. */
export const ratingGiven = z.object({
  stars: z
    .int({ error: fieldMessages.number })
    .min(1, { error: fieldMessages.number })
    .max(ratingStars.length, { error: fieldMessages.number }),
  words: text(ratingWordsMaxLength).optional(),
});
export type RatingGiven = z.infer<typeof ratingGiven>;

/**
 * The patient's own rating of one visit. `entryId` is the queue entry of the step that the patient
 * rated last.
 */
export const ownRating = z.object({
  entryId: uuid,
  stars: z.int(),
  /** The patient's comment; empty if there is none. */
  words: z.string(),
  ratedAt: instant,
  changeableUntil: instant,
});
export type OwnRating = z.infer<typeof ownRating>;

/** A rating as the hospital reads it: doctor and day, without the patient. */
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
    "Rate the caller's own completed visit, once for all its stops, or change that rating within seven days",
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
  summary: "List the caller's own ratings, newest visits first, at most 100",
  rows: ['ENT-4', 'PAT-11'],
  access: ['patient'],
  reply: z.object({ ratings: z.array(ownRating).max(listShown) }),
  problems: ['forbidden'],
});

/** Summary of all ratings that match a filter. */
export const ratingSummary = z.object({
  count: z.int(),
  /** The average with one decimal; null without ratings. */
  average: z.number().nullable(),
  /** Number of ratings by stars, from five down to one. */
  byStars: z.array(z.object({ stars: z.int(), count: z.int() })).max(ratingStars.length),
  /** The last twelve months with ratings, oldest first; YYYY-MM on the hospital's calendar. */
  months: z.array(z.object({ month: z.string(), average: z.number(), count: z.int() })).max(12),
});
export type RatingSummary = z.infer<typeof ratingSummary>;

export const listReceivedRatings = endpoint({
  method: 'GET',
  path: '/hospital/ratings',
  summary: "List the latest 100 ratings of the hospital's doctors, with comments and without names",
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
    /**
     * The rating summary of the doctor in the filter. It counts all ratings, even if the filter
     * asks for a number of stars.
     */
    summary: ratingSummary,
    doctors: z.array(z.object({ id: uuid, name: z.string() })).max(namesShown),
  }),
  problems: ['forbidden'],
});
