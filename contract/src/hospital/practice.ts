/** A practice hospital: a private copy of a hospital with invented patients, deleted after a day. */
import { z } from 'zod';
import { signedInUser } from '../account/identity.ts';
import { endpoint } from '../endpoint.ts';

/** Hours after which a practice hospital is deleted. */
export const practiceHours = 24;

/** The most practice hospitals that a hospital's staff make a day, and the most new mornings. */
export const practicesADay = 5;
export const morningsADay = 30;

const rows = ['ADM-1'] as const;
const reply = z.object({ user: signedInUser });

export const practise = endpoint({
  method: 'POST',
  path: '/practice',
  summary: 'Make my practice hospital, or find the one that I have, and act for it',
  rows,
  access: ['receptionist', 'hospital_admin'],
  reply,
  problems: ['forbidden', 'not_in_practice', 'too_many_practices', 'not_found'],
});

export const restartPractice = endpoint({
  method: 'POST',
  path: '/practice/restart',
  summary: 'Replace my practice hospital by a new one with a new morning, until the same time',
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
