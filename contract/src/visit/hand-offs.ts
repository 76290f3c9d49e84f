/**
 * Hand-off notes: what one step of a visit asks of a later one, such as a doctor of the laboratory,
 * as short lines without results and prices [LINE-3].
 */
import { z } from 'zod';
import { staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, idParams, instant, requiredText, text, uuid } from '../fields.ts';
import { serviceKinds } from '../lines/service-kinds.ts';

/** The longest text of what a line asks, and of its detail. */
export const maxHandOffText = 120;
export const maxHandOffLines = 20;

const lineGiven = z.object({
  /** What is asked, such as a test or a medicine. */
  asks: requiredText(maxHandOffText),
  /** A dose, an amount, a side or "fasting"; may be empty. */
  detail: text(maxHandOffText).default(''),
  isUrgent: z.boolean({ error: fieldMessages.choice }).default(false),
});

export const handOffGiven = z.object({
  lines: z
    .array(lineGiven, { error: fieldMessages.required })
    .min(1, { error: fieldMessages.required })
    .max(maxHandOffLines, { error: fieldMessages.tooMany }),
});
export type HandOffGiven = z.output<typeof handOffGiven>;
export type HandOffTyped = z.input<typeof handOffGiven>['lines'][number];

const shownLine = z.object({
  id: uuid,
  asks: z.string(),
  detail: z.string(),
  isUrgent: z.boolean(),
  /** Set while the line is ticked off; `by` is null if the account was deleted. */
  taken: z.object({ at: instant, by: z.string().nullable() }).nullable(),
});
export type HandOffLine = z.infer<typeof shownLine>;

const handOff = z.object({
  id: uuid,
  /** The step of the visit at which the note was written. */
  entryId: uuid,
  at: instant,
  /** The name of the author; null if the account was deleted. */
  by: z.string().nullable(),
  /** The line or doctor from which the patient was sent. */
  fromName: z.string(),
  /** The line or doctor to which the note is addressed. */
  to: z.object({ lineId: uuid, name: z.string(), service: z.enum(serviceKinds).nullable() }),
  /** Whether the note is for the line in which the requested entry is, by line or by its kind. */
  isForHere: z.boolean(),
  /** Whether the caller may replace the note: its author, until the next stop has called. */
  mayCorrect: z.boolean(),
  mayStrike: z.boolean(),
  lines: z.array(shownLine).max(maxHandOffLines),
  /** Set if the note no longer holds: it was corrected or struck out. */
  struck: z.object({ at: instant, by: z.string().nullable() }).nullable(),
});
export type HandOff = z.infer<typeof handOff>;

/** The most notes in one answer, the latest first. */
export const handOffsShown = 50;
/** The most suggestions of one kind of stop. */
export const handOffWordsShown = 30;

const notes = z.object({ handOffs: z.array(handOff).max(handOffsShown) });

export const listHandOffs = endpoint({
  method: 'GET',
  path: '/queues/:id/hand-offs',
  summary: 'List the hand-off notes of a visit, latest first, at most 50',
  rows: ['LINE-3'],
  access: staffRoles,
  params: idParams,
  reply: notes,
  problems: ['not_found'],
});

const ownHandOff = handOff.extend({
  /** The name and token of the patient, for the list and for paper. */
  patientName: z.string(),
  hospital: z.object({ name: z.string(), timeZone: z.string() }),
  token: z.string().nullable(),
  /** The step at which the visit is now; null if the visit has ended. */
  openEntryId: uuid.nullable(),
});
export type OwnHandOff = z.infer<typeof ownHandOff>;

export const listOwnHandOffs = endpoint({
  method: 'GET',
  path: '/hospitals/me/hand-offs',
  summary:
    "List the caller's hand-off notes of the last 12 hours that hold, latest first, at most 50",
  rows: ['LINE-3'],
  access: staffRoles,
  reply: z.object({ handOffs: z.array(ownHandOff).max(handOffsShown) }),
  problems: ['forbidden'],
});

export const addHandOff = endpoint({
  method: 'POST',
  path: '/queues/:id/hand-offs',
  summary:
    'Write a hand-off note for a line of the visit, while the patient waits or is being seen',
  rows: ['LINE-3'],
  access: staffRoles,
  params: idParams,
  status: 201,
  body: handOffGiven.extend({
    /** The id of a shared line or a doctor. */
    lineId: uuid,
  }),
  reply: notes,
  problems: ['not_found', 'illegal_transition'],
});

export const correctHandOff = endpoint({
  method: 'POST',
  path: '/hand-offs/:id/correct',
  summary: 'Replace an own hand-off note until the next stop has called; the old one is struck out',
  rows: ['LINE-3'],
  access: staffRoles,
  params: idParams,
  body: handOffGiven,
  reply: notes,
  problems: ['forbidden', 'not_found', 'hand_off_called', 'hand_off_struck'],
});

export const strikeHandOff = endpoint({
  method: 'POST',
  path: '/hand-offs/:id/strike',
  summary: 'Strike out a hand-off note; it stays visible to staff with who and when',
  rows: ['LINE-3'],
  access: staffRoles,
  params: idParams,
  reply: notes,
  problems: ['forbidden', 'not_found'],
});

export const takeHandOffLine = endpoint({
  method: 'PUT',
  path: '/hand-off-lines/:id/taken',
  summary: 'Tick a line of a hand-off note off as done, or undo the tick',
  rows: ['LINE-3'],
  access: staffRoles,
  params: idParams,
  body: z.object({ isTaken: z.boolean({ error: fieldMessages.choice }) }),
  reply: notes,
  problems: ['not_found', 'hand_off_struck'],
});

export const listHandOffWords = endpoint({
  method: 'GET',
  path: '/hospitals/me/hand-off-words',
  summary: 'List what the hospital asked most recently of lines of the same kind, at most 30 texts',
  rows: ['LINE-3'],
  access: staffRoles,
  query: z.object({ lineId: uuid }),
  reply: z.object({ words: z.array(z.string()).max(handOffWordsShown) }),
  problems: ['forbidden', 'not_found'],
});

/** The live event: a hand-off note of a visit changed. It holds no lines. */
export const publishedHandOffs = z.object({
  hospitalId: uuid,
  /** All steps of the visit, whose screens read the notes again. */
  entryIds: z.array(uuid).max(100),
});
export type PublishedHandOffs = z.infer<typeof publishedHandOffs>;

/** A logged event of hand-off notes; the rest of its body is a doctor, for the previous release. */
export const handOffsInLog = z.object({ handOffs: publishedHandOffs });
