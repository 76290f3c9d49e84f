/** Two records of one person become one at a hospital, with a way back [DESK-10, decision 082]. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, instant, uuid } from '../fields.ts';
import { patientFacts } from './patient.ts';

const desk = ['receptionist', 'hospital_admin'] as const;

/** For so long a merge can be taken back. */
export const mergeUndoDays = 30;
/** Merges in one list, the latest. */
export const mergesShown = 50;

/** What goes over to the record that stays; a visit's notes, tickets and ratings go with it. */
export const mergeMoves = z.object({
  visits: z.int().min(0),
  appointments: z.int().min(0),
  reports: z.int().min(0),
});
export type MergeMoves = z.infer<typeof mergeMoves>;

/** The record that goes; the one in the path stays. */
const goes = z.object({ goneId: uuid });

const named = z.object({ id: uuid, name: z.string() });

export const patientMerge = z.object({
  id: uuid,
  at: instant,
  by: z.string(),
  kept: named,
  gone: named,
  moves: mergeMoves,
  /** null once it was taken back, or cannot be any more. */
  undoUntil: instant.nullable(),
  undoneAt: instant.nullable(),
});
export type PatientMerge = z.infer<typeof patientMerge>;

export const previewMerge = endpoint({
  method: 'POST',
  path: '/hospital/patients/:id/merge/preview',
  summary:
    'Preview a merge: what would go over to the record that stays, and what stands against it; changes nothing',
  rows: ['DESK-10'],
  access: desk,
  params: idParams,
  body: goes,
  reply: z.object({
    kept: patientFacts,
    gone: patientFacts,
    moves: mergeMoves,
    /** The code of what stands against it; null for nothing. */
    refused: z.string().nullable(),
  }),
  problems: ['forbidden', 'not_found'],
});

export const mergePatients = endpoint({
  method: 'POST',
  path: '/hospital/patients/:id/merge',
  summary:
    "Let a record of the desk's own, without an account, go into another of the hospital's records; can be taken back for 30 days",
  rows: ['DESK-10', 'INV-2'],
  access: desk,
  params: idParams,
  body: goes,
  reply: z.object({ merge: patientMerge }),
  problems: [
    'forbidden',
    'not_found',
    'merge_not_possible',
    'merge_needs_admin',
    'both_in_queue',
    'both_booked',
    'entry_changed',
  ],
});

export const undoMerge = endpoint({
  method: 'POST',
  path: '/hospital/merges/:id/undo',
  summary: 'Give a record that was merged everything back that came from it',
  rows: ['DESK-10'],
  access: desk,
  params: idParams,
  reply: z.object({ merge: patientMerge }),
  problems: ['forbidden', 'not_found', 'merge_needs_admin', 'merge_over', 'entry_changed'],
});

export const listMerges = endpoint({
  method: 'GET',
  path: '/hospital/merges',
  summary: 'List the latest 50 merges of the hospital, those taken back too',
  rows: ['DESK-10', 'KEEP-9'],
  access: desk,
  reply: z.object({ merges: z.array(patientMerge).max(mergesShown) }),
  problems: ['forbidden'],
});
