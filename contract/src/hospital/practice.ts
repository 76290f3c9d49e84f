/** A practice hospital: a private copy of a hospital with invented patients, deleted after a day. */
import { z } from 'zod';
import { signedInUser } from '../account/identity.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, instant } from '../fields.ts';

/** Hours after which a practice hospital is deleted. */
export const practiceHours = 24;

/** How many practice hospitals, and how many new mornings, the staff of one hospital may start a day. */
export const practicesADay = 5;
export const morningsADay = 30;

const rows = ['ADM-1'] as const;
const reply = z.object({ user: signedInUser });

export const practise = endpoint({
  method: 'POST',
  path: '/practice',
  summary: 'Make my practice hospital, or open the one that I have',
  rows,
  access: ['receptionist', 'hospital_admin'],
  reply,
  problems: ['forbidden', 'not_in_practice', 'too_many_practices', 'not_found'],
});

export const restartPractice = endpoint({
  method: 'POST',
  path: '/practice/restart',
  summary: 'Replace my practice hospital with a new one that ends at the same time',
  rows,
  access: ['receptionist', 'hospital_admin'],
  reply,
  problems: ['forbidden', 'not_found', 'too_many_practices'],
});

export const endPractice = endpoint({
  method: 'DELETE',
  path: '/practice',
  summary: 'Delete my practice hospital with everything in it, and act for my own hospital',
  rows,
  access: ['receptionist', 'hospital_admin'],
  reply,
  problems: ['forbidden', 'not_found'],
});

/** What a trainee can practise, in the order of the list. */
export const exerciseNames = ['two_at_once', 'undo', 'doctor_leaves'] as const;
export type ExerciseName = (typeof exerciseNames)[number];

const exercise = z.object({
  name: z.enum(exerciseNames),
  /** When the trainee last started it; null: not yet. */
  startedAt: instant.nullable(),
  /** The doctor whom it is about; null before the start. */
  doctorName: z.string().nullable(),
  /** The invented patients whom it is about, in the order in which its steps name them. */
  patientNames: z.array(z.string()).max(20),
  /** Whether each step is done, read from the data of the practice hospital. */
  stepsDone: z.array(z.boolean()).max(5),
});
export type Exercise = z.infer<typeof exercise>;

const exercises = z.object({ exercises: z.array(exercise).max(exerciseNames.length) });

export const listExercises = endpoint({
  method: 'GET',
  path: '/practice/exercises',
  summary: 'The exercises of my practice hospital, with the steps that are done',
  rows,
  access: ['receptionist', 'hospital_admin'],
  reply: exercises,
  problems: ['forbidden', 'not_found'],
});

export const startExercise = endpoint({
  method: 'POST',
  path: '/practice/exercises',
  summary: 'Start an exercise of my practice hospital, or start it again',
  rows,
  access: ['receptionist', 'hospital_admin'],
  body: z.object({ exercise: z.enum(exerciseNames, { error: fieldMessages.choice }) }),
  reply: exercises,
  problems: ['forbidden', 'not_found'],
});
