/** Merging two records of one person at a hospital, with undo [DESK-10, decision 014]. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, instant, uuid } from '../fields.ts';
import { patientFacts } from './patient.ts';

const desk = ['receptionist', 'hospital_admin'] as const;

/** Days within which a merge can be undone. */
export const mergeUndoDays = 30;
/** The most merges in one API response, latest first. */
export const mergesShown = 50;

/** How many items of each kind a merge moves to the kept patient record. Notes, tickets and ratings move with their visit. */
export const mergeMoves = z.object({
  visits: z.int().min(0),
  appointments: z.int().min(0),
  reports: z.int().min(0),
});
export type MergeMoves = z.infer<typeof mergeMoves>;

/**
 * The id of the record that is merged into the other and disappears. The record in the path
 * remains.
 */
const goes = z.object({ goneId: uuid });

const named = z.object({ id: uuid, name: z.string() });

export const patientMerge = z.object({
  id: uuid,
  at: instant,
  by: z.string(),
  kept: named,
  gone: named,
  moves: mergeMoves,
  /**
   * The time until which the merge can be undone. It is null once the merge was undone or this time
   * has passed.
   */
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
    /** The error code that says why the merge is not possible; null if it is possible. */
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
