/**
 * Earlier times: a patient's request for an earlier time, the freed slot that is held, and the
 * offer to one person at a time [APPT-1].
 */
import { z } from 'zod';
import { listShown, weekdays } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import {
  clockTime,
  day,
  dayGiven,
  fieldMessages,
  idParams,
  instant,
  lastDigits,
  linkSecret,
  nullableInstant,
  uuid,
} from '../fields.ts';
import { appointment } from './appointment.ts';

/** Parts of a day on the hospital's clock: until 12:00, until 17:00, and from 17:00 on. */
export const dayParts = ['morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof dayParts)[number];
/** The first hour of the afternoon and of the evening. */
export const dayPartHours = { afternoon: 12, evening: 17 } as const;

/**
 * Whose earlier times the patient accepts: those of the booked doctor only, or of any doctor of the
 * department.
 */
export const wishScopes = ['doctor', 'department'] as const;
export type WishScope = (typeof wishScopes)[number];

/**
 * How urgent a request for an earlier time is, set by staff. Urgent requests are offered a freed
 * slot first.
 */
export const wishUrgencies = ['usual', 'soon', 'urgent'] as const;
export type WishUrgency = (typeof wishUrgencies)[number];

/** The longest notice before the visit that a request for an earlier time can ask for: two days. */
export const maxNoticeMinutes = 2880;
/** The most open requests for an earlier time of one account, all its people together. */
export const maxOpenWishes = 5;
/**
 * Freed slots that start within this many minutes are not offered to patients; the desk sees them.
 */
export const leastOfferMinutes = 120;
/**
 * How often slots may be passed on in a chain: each person who accepts an earlier time frees their
 * own slot.
 */
export const maxChainDepth = 5;
/** The number of days that the figures about earlier times cover. */
export const earlierFigureDays = 90;

/**
 * `open`: the offer waits for the patient's response. `withdrawn`: the hospital withdrew the offer,
 * or the slot is no longer available.
 */
export const offerStates = ['open', 'accepted', 'declined', 'expired', 'withdrawn'] as const;
export type OfferState = (typeof offerStates)[number];

/** Why the slot is offered to this patient before others. */
export const offerReasons = ['urgent_first', 'longest_wish'] as const;
export type OfferReason = (typeof offerReasons)[number];

/**
 * What made a held slot free. `chain`: a patient accepted an earlier time and freed their own.
 * `added`: new working hours of the doctor.
 */
export const freedBys = ['cancelled', 'moved', 'chain', 'added'] as const;
export type FreedBy = (typeof freedBys)[number];

function chosen<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .array(z.enum(values, { error: fieldMessages.choice }))
    .max(values.length, { error: fieldMessages.tooMany })
    .refine((list) => new Set(list).size === list.length, { error: fieldMessages.choice });
}

/** The earlier times that a patient would accept. */
export const earlierTerms = z.object({
  scope: z.enum(wishScopes, { error: fieldMessages.choice }),
  /** Weekdays that the patient would accept; empty for all. */
  weekdays: chosen(weekdays),
  /** Parts of the day that the patient would accept; empty for all. */
  dayParts: chosen(dayParts),
  /** The least minutes that the patient needs between the offer and the visit. */
  leastNoticeMinutes: z
    .int({ error: fieldMessages.number })
    .min(0, { error: fieldMessages.number })
    .max(maxNoticeMinutes, { error: fieldMessages.number }),
  /**
   * The last day that the patient would accept, today or later; null for the last day that can be
   * booked.
   */
  until: dayGiven().nullable(),
});
export type EarlierTerms = z.infer<typeof earlierTerms>;

/** A request to move an existing booking to an earlier time. */
const forAppointment = z.object({ kind: z.literal('appointment'), id: uuid });

/**
 * The hospital, the doctor and the time of an offer of an earlier time. The time is on the
 * hospital's clock.
 */
const place = {
  doctor: z.object({ id: uuid, name: z.string(), specialty: z.string(), department: z.string() }),
  hospital: z.object({ id: uuid, name: z.string(), timeZone: z.string() }),
  date: day,
  time: clockTime,
  startsAt: instant,
  minutes: z.int(),
};

/** The booking that the patient would give up for the earlier time. */
const ownBooking = z.object({ id: uuid, date: day, time: clockTime, startsAt: instant });

/** An open request for an earlier time, as the patient and the hospital's staff see it. */
export const earlierWish = z.object({
  id: uuid,
  patient: z.object({ id: uuid, name: z.string() }),
  doctor: place.doctor,
  hospital: place.hospital,
  /**
   * The booking that the request is to improve; null for a request made while the doctor was fully
   * booked.
   */
  appointment: ownBooking.nullable(),
  terms: earlierTerms,
  urgency: z.enum(wishUrgencies),
  madeBy: z.enum(['patient', 'staff']),
  madeAt: instant,
});
export type EarlierWish = z.infer<typeof earlierWish>;

/** An offer of an earlier time, as the patient sees it. */
export const earlierOffer = z.object({
  id: uuid,
  wishId: uuid,
  state: z.enum(offerStates),
  patient: z.object({ id: uuid, name: z.string() }),
  ...place,
  /** The booking that the patient gives up by accepting; null without a booking. */
  instead: ownBooking.nullable(),
  reason: z.enum(offerReasons),
  offeredAt: instant,
  /**
   * The time at which the offer expires, by the server's clock. Until then nobody else can book the
   * time.
   */
  expiresAt: instant,
});
export type EarlierOffer = z.infer<typeof earlierOffer>;

const wishReply = z.object({ wish: earlierWish });
const wishExample = {
  scope: 'doctor',
  weekdays: [],
  dayParts: ['morning'],
  leastNoticeMinutes: 120,
  until: null,
} as const;

/** Error codes of a new request for an earlier time. */
const wishProblems = [
  'forbidden',
  'not_found',
  'appointment_over',
  'doctor_not_available',
  'hospital_closed',
] as const;

export const wishEarlier = endpoint({
  method: 'POST',
  path: '/earlier/wishes',
  summary:
    'Ask for an earlier time than a booking, or for any time while a doctor is full; a second call replaces the terms',
  rows: ['APPT-1', 'PAT-8'],
  access: ['patient'],
  status: 201,
  example: {
    for: { kind: 'appointment', id: '0b5cf1f2-7a53-4d0e-9f0b-3c1d5a7e9b21' },
    terms: wishExample,
  },
  body: z.object({
    for: z.discriminatedUnion(
      'kind',
      [
        forAppointment,
        /**
         * For a patient without a booking: a request for a time with this doctor. patientId: by
         * default the account holder.
         */
        z.object({ kind: z.literal('doctor'), doctorId: uuid, patientId: uuid.optional() }),
      ],
      { error: fieldMessages.choice },
    ),
    terms: earlierTerms,
  }),
  reply: wishReply,
  problems: [...wishProblems, 'too_many_wishes'],
});

export const endEarlierWish = endpoint({
  method: 'DELETE',
  path: '/earlier/wishes/:id',
  summary: "End a request for an earlier time of the account's people; its open offer ends",
  rows: ['APPT-1'],
  access: ['patient'],
  params: idParams,
  reply: z.object({ ended: z.boolean() }),
  problems: ['forbidden', 'not_found'],
});

export const listOwnEarlier = endpoint({
  method: 'GET',
  path: '/earlier',
  summary:
    "List the open requests for an earlier time of the account's people, and the offers that wait for an answer",
  rows: ['APPT-1'],
  access: ['patient'],
  reply: z.object({
    wishes: z.array(earlierWish).max(listShown),
    offers: z.array(earlierOffer).max(listShown),
  }),
  problems: ['forbidden'],
});

/**
 * Error codes when a patient accepts an offer of an earlier time. After each of them except
 * `too_many_bookings` and `contact_unproved` the offer is no longer valid.
 */
const acceptProblems = [
  'offer_over',
  'hospital_closed',
  'doctor_not_available',
  'already_booked',
  'booked_at_that_time',
  'too_many_bookings',
  'contact_unproved',
] as const;

export const acceptOffer = endpoint({
  method: 'POST',
  path: '/earlier/offers/:id/accept',
  summary:
    'Accept an offer: the booking moves to the held time, or is made there; accepting again answers the same',
  rows: ['APPT-1', 'PAT-8'],
  access: ['patient'],
  params: idParams,
  reply: z.object({ appointment }),
  problems: ['forbidden', 'not_found', ...acceptProblems],
});

export const declineOffer = endpoint({
  method: 'POST',
  path: '/earlier/offers/:id/decline',
  summary: 'Decline an offer; the booking and the request stay, and another patient is asked',
  rows: ['APPT-1'],
  access: ['patient'],
  params: idParams,
  reply: z.object({ offer: earlierOffer }),
  problems: ['forbidden', 'not_found', 'offer_over'],
});

/**
 * The path of the page that an offer's link opens. The secret follows after a `#`, so browsers do
 * not send it to servers.
 */
export const earlierLinkPath = '/earlier';

/**
 * An offer of an earlier time, as the page of its link shows it. It contains no name, because
 * anyone may have the link.
 */
export const linkOffer = z.object({
  state: z.enum(offerStates),
  doctorName: z.string(),
  department: z.string(),
  hospitalName: z.string(),
  timeZone: z.string(),
  date: day,
  time: clockTime,
  startsAt: instant,
  minutes: z.int(),
  expiresAt: instant,
  /** Whether the patient gives up a booking by accepting the offer. */
  replacesBooking: z.boolean(),
});
export type LinkOffer = z.infer<typeof linkOffer>;

const linkReply = z.object({ offer: linkOffer });

const linkBody = z.object({ secret: linkSecret, lastDigits });

export const readOfferLink = endpoint({
  method: 'POST',
  path: '/earlier/link/read',
  summary: 'Show the offer of a link, without a name',
  rows: ['APPT-1'],
  access: 'public',
  body: z.object({ secret: linkSecret }),
  reply: linkReply,
  problems: ['not_found', 'too_many_attempts'],
});

export const acceptOfferLink = endpoint({
  method: 'POST',
  path: '/earlier/link/accept',
  summary: "Accept the offer of a link with the last four digits of the patient's phone",
  rows: ['APPT-1'],
  access: 'public',
  body: linkBody,
  reply: linkReply,
  problems: ['offer_not_matched', 'too_many_attempts', ...acceptProblems],
});

export const declineOfferLink = endpoint({
  method: 'POST',
  path: '/earlier/link/decline',
  summary: "Decline the offer of a link with the last four digits of the patient's phone",
  rows: ['APPT-1'],
  access: 'public',
  body: linkBody,
  reply: linkReply,
  problems: ['offer_not_matched', 'too_many_attempts', 'offer_over'],
});

const desk = ['doctor', 'receptionist', 'hospital_admin'] as const;

export const wishEarlierForPatient = endpoint({
  method: 'POST',
  path: '/hospital/earlier/wishes',
  summary:
    "Record a patient's request for an earlier time, with its urgency; a second call replaces the terms",
  rows: ['APPT-1'],
  access: desk,
  status: 201,
  example: {
    for: { kind: 'appointment', id: '0b5cf1f2-7a53-4d0e-9f0b-3c1d5a7e9b21' },
    terms: wishExample,
    urgency: 'soon',
  },
  body: z.object({
    for: z.discriminatedUnion(
      'kind',
      [
        forAppointment,
        /**
         * For a known patient of the hospital who has no booking: a request for a time with this
         * doctor.
         */
        z.object({ kind: z.literal('doctor'), doctorId: uuid, patientId: uuid }),
      ],
      { error: fieldMessages.choice },
    ),
    terms: earlierTerms,
    urgency: z.enum(wishUrgencies, { error: fieldMessages.choice }),
  }),
  reply: wishReply,
  problems: wishProblems,
});

export const endEarlierWishForPatient = endpoint({
  method: 'DELETE',
  path: '/hospital/earlier/wishes/:id',
  summary:
    "End a patient's request for an earlier time at the caller's hospital; its open offer ends",
  rows: ['APPT-1'],
  access: desk,
  params: idParams,
  reply: z.object({ ended: z.boolean() }),
  problems: ['forbidden', 'not_found'],
});

const deskPatient = z.object({
  id: uuid,
  name: z.string(),
  /** The phone number given with the booking or to the desk; null if there is none. */
  phone: z.string().nullable(),
});

/**
 * A freed slot that is held for one patient at a time, as the hospital's staff see it. Nobody else
 * can book it.
 */
export const heldSlot = z.object({
  id: uuid,
  doctor: place.doctor,
  date: day,
  time: clockTime,
  startsAt: instant,
  freedAt: instant,
  freedBy: z.enum(freedBys),
  /** How many patients in a row moved to an earlier time before this slot became free. */
  depth: z.int(),
  /** How many patients have been offered this slot, including the patient who has the offer now. */
  asked: z.int(),
  /** The patient who has the offer now; null while nobody has it, for example at night. */
  offer: z
    .object({
      id: uuid,
      patient: deskPatient,
      reason: z.enum(offerReasons),
      offeredAt: instant,
      expiresAt: instant,
    })
    .nullable(),
  /** When the slot is offered to the next patient, if nobody has the offer now; null otherwise. */
  asksAt: nullableInstant,
});
export type HeldSlot = z.infer<typeof heldSlot>;

/** The most patients at the hospital who are shown for one free time. */
export const onSiteShown = 10;

/**
 * A free time within the next two hours, and the patients who are already at the hospital and have
 * a later time with the same doctor.
 */
export const earlierGap = z.object({
  doctor: place.doctor,
  time: clockTime,
  startsAt: instant,
  /**
   * `free`: nobody has booked the time. `not_come`: the patient who booked it is late by more than
   * `lateGraceMinutes`.
   */
  why: z.enum(['free', 'not_come']),
  /**
   * Patients at the hospital who may go in now instead of at their own booked time. The patient
   * with the earliest time comes first.
   */
  onSite: z
    .array(
      z.object({
        appointmentId: uuid,
        entryId: uuid,
        patient: z.object({ id: uuid, name: z.string() }),
        token: z.string().nullable(),
        time: clockTime,
        startsAt: instant,
      }),
    )
    .max(onSiteShown),
});
export type EarlierGap = z.infer<typeof earlierGap>;

/** What happened to the freed slots that were held and offered to patients in the last 90 days. */
export const earlierFigures = z.object({
  /**
   * The number of freed slots whose offers have ended. `filled`: how many of them a patient
   * accepted.
   */
  freed: z.int(),
  filled: z.int(),
  /**
   * The share of held slots that patients accepted, from 0 to 1, with its 95 % confidence interval;
   * null if no slot was held.
   */
  share: z.object({ value: z.number(), lower: z.number(), upper: z.number() }).nullable(),
  /**
   * Median days between the accepted time and the later time that the patient gave up; null if no
   * patient accepted.
   */
  medianDaysWon: z.number().nullable(),
  /**
   * The number of offers made for each slot that a patient accepted; null if no patient accepted.
   */
  offersPerFill: z.number().nullable(),
});
export type EarlierFigures = z.infer<typeof earlierFigures>;

export const getHospitalEarlier = endpoint({
  method: 'GET',
  path: '/hospital/earlier',
  summary:
    "Show the caller's hospital's held places with their open offers, today's gaps, the open requests for an earlier time, and figures of 90 days",
  rows: ['APPT-1'],
  access: desk,
  reply: z.object({
    timeZone: z.string(),
    asOf: instant,
    /** The next 100 held slots, soonest first. */
    held: z.array(heldSlot).max(listShown),
    gaps: z.array(earlierGap).max(listShown),
    /**
     * The first 100 open requests for an earlier time, in the order in which the patients are
     * asked.
     */
    wishes: z.array(earlierWish).max(listShown),
    /** The total number of open requests for an earlier time. */
    wishCount: z.int(),
    figures: earlierFigures,
  }),
  problems: ['forbidden'],
});

export const releaseHeld = endpoint({
  method: 'POST',
  path: '/hospital/earlier/held/:id/release',
  summary:
    'Release a held place, so that everybody can book it; its open offer is withdrawn and the patient is notified',
  rows: ['APPT-1'],
  access: desk,
  params: idParams,
  reply: z.object({ released: z.boolean() }),
  problems: ['forbidden', 'not_found', 'offer_over'],
});
