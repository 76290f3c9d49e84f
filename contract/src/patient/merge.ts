/** Merging two records of one person at a hospital, with undo [DESK-10, decision 082]. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, instant, uuid } from '../fields.ts';
import { patientFacts } from './patient.ts';

const desk = ['receptionist', 'hospital_admin'] as const;

/** Days within which a merge can be undone. */
export const mergeUndoDays = 30;
/** The most merges in one list, latest first. */
export const mergesShown = 50;

/** How many items of each kind a merge moves to the kept patient record. Notes, tickets and ratings move with their visit. */
export const mergeMoves = z.object({
  visits: z.int().min(0),
  appointments: z.int().min(0),
  reports: z.int().min(0),
});
export type MergeMoves = z.infer<typeof mergeMoves>;

/** The record that is merged away; the one in the path remains. */
const goes = z.object({ goneId: uuid });

const named = z.object({ id: uuid, name: z.string() });

export const patientMerge = z.object({
  id: uuid,
  at: instant,
  by: z.string(),
  kept: named,
  gone: named,
  moves: mergeMoves,
  /** Until when the merge can be undone; null once it was undone or the time is over. */
  undoUntil: instant.nullable(),
  undoneAt: instant.nullable(),
});
export type PatientMerge = z.infer<typeof patientMerge>;

export const previewMerge = endpoint({
  method: 'POST',
  path: '/hospital/patients/:id/merge/preview',
  summary:
    'Preview a merge: what would move to the remaining record, and what prevents it; changes nothing',
  rows: ['DESK-10'],
  access: desk,
  params: idParams,
  body: goes,
  reply: z.object({
    kept: patientFacts,
    gone: patientFacts,
    moves: mergeMoves,
    /** The code of the refusal; null if the merge is possible. */
    refused: z.string().nullable(),
  }),
  problems: ['forbidden', 'not_found'],
});

export const mergePatients = endpoint({
  method: 'POST',
  path: '/hospital/patients/:id/merge',
  summary:
    'Merge a desk record without an account into another record of the hospital; can be undone for 30 days',
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
  summary: 'Undo a merge: the separated record gets everything back that came from it',
  rows: ['DESK-10'],
  access: desk,
  params: idParams,
  reply: z.object({ merge: patientMerge }),
  problems: ['forbidden', 'not_found', 'merge_needs_admin', 'merge_over', 'entry_changed'],
});

export const listMerges = endpoint({
  method: 'GET',
  path: '/hospital/merges',
  summary: 'List the latest 50 merges of the hospital, including undone ones',
  rows: ['DESK-10', 'KEEP-9'],
  access: desk,
  reply: z.object({ merges: z.array(patientMerge).max(mergesShown) }),
  problems: ['forbidden'],
});
